package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.replication.Replication;
import dev.gramme.engine.time.MovableClock;
import dev.gramme.engine.ttl.ExpiryFronts;
import dev.gramme.engine.vector.VectorSearch;
import dev.gramme.engine.write.Writer;
import dev.gramme.model.ApiError;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletionException;

/**
 * Executes the steps of one case on a separate database:
 *
 * <ul>
 *   <li>an operation and its request, and after {@code ----} either {@code 200}, with lines that
 *       the body contains (or, after a {@code -}, does not contain), or {@code Name: text};
 *   <li>{@code !background}: runs the pending background work;
 *   <li>{@code !clock PT1H}: advances the clock, and runs the work that becomes due;
 *   <li>{@code !pace service}: restarts with the service's delays and limits.
 * </ul>
 */
final class TableCases {
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final Map<String, Operation> operations = new HashMap<>();
  private final Caller caller = new Caller("us-east-1", "000000000000", Wording.CLASSIC);
  private MovableClock clock = clock();
  private Lifecycle lifecycle = new Lifecycle(clock, background::add);

  TableCases() {
    open();
  }

  private static MovableClock clock() {
    return MovableClock.over(InstantSource.fixed(Instant.parse("2026-11-21T00:00:00Z")));
  }

  private void open() {
    var store = new MemoryStore();
    var catalog = Catalog.open(store, lifecycle);
    var vectors = new VectorSearch(store, catalog, () -> 0, 0);
    var writer =
        new Writer(
            store,
            catalog,
            clock,
            Long.MAX_VALUE,
            null,
            vectors,
            null,
            new ExpiryFronts(),
            table -> {});
    var replication = new Replication(store, catalog, writer);
    for (var operation :
        ControlPlane.operations(
            catalog, replication, clock, () -> new UUID(0, 1), table -> table)) {
      operations.put(operation.name(), operation);
    }
  }

  /** Executes a step, given by its lines. */
  void step(List<String> lines) {
    String first = lines.getFirst();
    if (first.equals("!background")) {
      while (!background.isEmpty()) {
        background.remove().run();
      }
    } else if (first.startsWith("!clock ")) {
      lifecycle.advance(Duration.parse(first.substring("!clock ".length())));
    } else if (first.equals("!pace service")) {
      clock = clock();
      lifecycle =
          new Lifecycle(
              clock, task -> Thread.ofPlatform().daemon().start(task), ControlPlaneProfile.SERVICE);
      open();
    } else {
      int divider = lines.indexOf("----");
      String request = String.join("", lines.subList(1, divider));
      check(answer(first, request), lines.subList(divider + 1, lines.size()));
    }
  }

  private static void check(String answer, List<String> expected) {
    assertThat(answer).startsWith(expected.getFirst());
    if (!expected.getFirst().equals("200")) {
      assertThat(answer).isEqualTo(expected.getFirst());
    }
    for (String line : expected.subList(1, expected.size())) {
      if (line.startsWith("-")) {
        assertThat(answer).doesNotContain(line.substring(1));
      } else {
        assertThat(answer).contains(line);
      }
    }
  }

  private String answer(String name, String request) {
    Operation operation = operations.get(name);
    if (operation == null) {
      throw new IllegalArgumentException("no operation " + name);
    }
    try {
      byte[] body = Utf8.bytes(request);
      var input = RequestDecoder.decode(body, 0, body.length, operation.input());
      Constraints.check(input, caller.wording());
      Output output = operation.prepare(input, caller).execute().toCompletableFuture().join();
      var out = new JsonWriter();
      out.beginObject();
      output.write(out);
      out.endObject();
      return "200 " + out;
    } catch (ApiError error) {
      return text(error);
    } catch (CompletionException e) {
      if (e.getCause() instanceof ApiError error) {
        return text(error);
      }
      throw e;
    }
  }

  private static String text(ApiError error) {
    return error.type().shape() + ": " + error.text().orElse("");
  }
}
