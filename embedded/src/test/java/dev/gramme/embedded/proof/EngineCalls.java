package dev.gramme.embedded.proof;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.backup.Backup;
import dev.gramme.model.ApiError;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.Wording;
import dev.gramme.storage.Store;
import dev.gramme.testkit.Eventually;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.ErrorBody;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * An engine over a store, whose operations are called with JSON. It is deterministic: the clock is
 * a parameter and every table has the same id, so that the responses of two engines can be compared
 * byte by byte.
 */
final class EngineCalls implements AutoCloseable {
  private static final Caller CALLER = new Caller("us-east-1", "000000000000", Wording.CLASSIC);
  private static final JsonFactory JSON = new JsonFactory();

  private final Store store;
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Engine engine;
  private final Operations operations;

  EngineCalls(Store store, InstantSource clock, EngineOptions options) {
    this.store = store;
    this.engine = Engine.open(store, clock, background, options);
    this.operations = new Operations(engine, () -> new UUID(0, 1));
  }

  /** A response: status 200 and its body, or status 400 and the body of the error. */
  record Answer(int status, String body) {
    /** The JSON text of a member of the body, null if there is none. */
    @Nullable String member(String name) {
      try (var parser = JSON.createParser(body)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          boolean found = parser.currentName().equals(name);
          parser.nextToken();
          int from = (int) parser.currentTokenLocation().getCharOffset();
          parser.skipChildren();
          if (found) {
            parser.finishToken();
            return body.substring(from, (int) parser.currentLocation().getCharOffset());
          }
        }
        return null;
      } catch (IOException e) {
        throw new UncheckedIOException(body, e);
      }
    }

    boolean isError(String type) {
      return status != 200 && body.contains("#" + type + "\"");
    }
  }

  /** Calls an operation. */
  Answer call(String name, String request) {
    Operation operation = operations.find(name).orElseThrow();
    try {
      byte[] body = Utf8.bytes(request);
      var input = RequestDecoder.decode(body, 0, body.length, operation.input());
      Constraints.check(input, CALLER.wording());
      var output = operation.prepare(input, CALLER).execute().toCompletableFuture().join();
      var out = new JsonWriter().beginObject();
      output.write(out);
      return new Answer(200, out.endObject().toString());
    } catch (ApiError error) {
      return errorAnswer(error);
    } catch (CompletionException e) {
      if (e.getCause() instanceof ApiError error) {
        return errorAnswer(error);
      }
      throw e;
    }
  }

  /** Calls an operation that must succeed. */
  Answer must(String name, String request) {
    Answer answer = call(name, request);
    if (answer.status() != 200) {
      throw new AssertionError(name + " " + request + ": " + answer.body());
    }
    return answer;
  }

  /** Advances the clock. Returns when everything that is due by then is done. */
  void advance(Duration by) {
    engine.advance(by);
  }

  /** Waits until no index of the table is backfilling. */
  void awaitIndexes(String table) {
    Eventually.holds(
        "no index of table " + table + " is backfilling",
        () -> engine.catalog().find(table).stream().noneMatch(EngineCalls::isBackfilling));
  }

  private static boolean isBackfilling(TableDefinition table) {
    return table.globalIndexes().stream().anyMatch(GlobalIndex::backfilling)
        || table.vectorIndexes().stream().anyMatch(VectorIndex::backfilling);
  }

  /** Waits until the table is active. */
  void awaitActive(String table) {
    Eventually.holds(
        "table " + table + " is active",
        () ->
            engine.catalog().find(table).stream()
                .allMatch(found -> found.status() == TableDefinition.Status.ACTIVE));
  }

  /** Waits until all backups are available. */
  void awaitBackups() {
    Eventually.holds(
        "all backups are available",
        () ->
            engine.backups().all().stream()
                .allMatch(backup -> backup.status() == Backup.Status.AVAILABLE));
  }

  private static Answer errorAnswer(ApiError error) {
    var out = new JsonWriter();
    ErrorBody.write(out, error);
    return new Answer(400, out.toString());
  }

  /** Closes the engine, checks all rows of the store and closes it. */
  void closeAndAudit() {
    engine.close();
    background.close();
    RowAudit.check(store);
    close();
  }

  /** Simulates a crash: closes the store without closing the engine. */
  void crash() {
    store.close();
  }

  /** Closes the engine and the store. */
  @Override
  public void close() {
    if (!background.isShutdown()) {
      engine.close();
      background.close();
    }
    store.close();
  }
}
