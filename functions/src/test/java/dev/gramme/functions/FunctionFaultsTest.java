package dev.gramme.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.gramme.api.Caller;
import dev.gramme.api.Operations;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.check.Finding;
import dev.gramme.engine.check.StoreCheck;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.TableStream;
import dev.gramme.functions.FunctionMapping.StartingPosition;
import dev.gramme.functions.FunctionStatus.State;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Functions that fail or stall, and changes of mappings that fail. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FunctionFaultsTest {
  private static final String ACCOUNT = "000000000000";
  private static final Caller CALLER = new Caller("us-east-1", ACCOUNT, Wording.CLASSIC);

  private final AtomicBoolean overloaded = new AtomicBoolean();
  private volatile Faults faults =
      Faults.whileOn(overloaded, call -> call == Call.TRANSACTION ? Fault.OVERLOADED : Fault.NONE);
  private final FaultyStore store = new FaultyStore(new MemoryStore(), call -> faults.next(call));
  private final ExecutorService background = Executors.newCachedThreadPool();

  /** The clock is fixed and changes only when a test advances it. */
  private final Engine engine =
      Engine.open(
          store,
          InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z")),
          background,
          EngineOptions.DEFAULT);

  private final Operations operations = new Operations(engine, UUID::randomUUID);
  private Functions functions = new Functions(store, engine, ACCOUNT, UUID::randomUUID);
  private final List<String> events = new CopyOnWriteArrayList<>();
  private String arn = "";

  @BeforeEach
  void createTable() {
    call(
        "CreateTable",
        """
        {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}
        """);
    arn = StreamArn.of(stream(), CALLER);
  }

  @AfterEach
  void close() {
    overloaded.set(false);
    functions.close();
    engine.close();
    background.close();
    var findings = new ArrayList<Finding>();
    StoreCheck.run(store, findings::add);
    assertThat(findings).isEmpty();
    store.close();
  }

  private TableStream stream() {
    return engine.streams().list("things", "", 1).getFirst();
  }

  private void call(String operation, String json) {
    byte[] body = Utf8.bytes(json);
    var called = operations.find(operation).orElseThrow();
    var input = RequestDecoder.decode(body, 0, body.length, called.input());
    Constraints.check(input, CALLER.wording());
    var out = new JsonWriter().beginObject();
    called.prepare(input, CALLER).execute().toCompletableFuture().join().write(out);
  }

  private void put(String key) {
    call("PutItem", "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"" + key + "\"}}}");
  }

  private FunctionMapping.Builder mapping() {
    return FunctionMapping.of(arn, StartingPosition.TRIM_HORIZON);
  }

  private String record(String event) {
    events.add(event);
    return "";
  }

  private FunctionStatus status() {
    return functions.find("f").orElseThrow();
  }

  @Test
  void a_function_runs_on_if_its_new_mapping_cannot_be_stored() {
    functions.bind("f", mapping().build(), this::record);
    overloaded.set(true);
    assertThatThrownBy(() -> functions.bind("f", mapping().batchSize(7).build(), event -> ""))
        .hasCauseInstanceOf(OverloadedException.class);
    assertThat(status().state()).isEqualTo(State.ENABLED);
    overloaded.set(false);
    put("a");
    engine.advance(Duration.ofSeconds(1));
    assertThat(events).hasSize(1);
    assertThat(status().mapping().batchSize()).isEqualTo(100);
  }

  @Test
  void a_function_runs_on_if_it_cannot_be_removed() {
    functions.bind("f", mapping().build(), this::record);
    overloaded.set(true);
    assertThatThrownBy(() -> functions.remove("f")).hasCauseInstanceOf(OverloadedException.class);
    overloaded.set(false);
    put("a");
    engine.advance(Duration.ofSeconds(1));
    assertThat(events).hasSize(1);
  }

  /** Shards are closed after four hours, and are removed when their changes are a day old. */
  @Test
  void a_function_runs_although_its_positions_in_removed_shards_cannot_be_removed() {
    functions.bind("f", mapping().build(), this::record);
    put("a");
    engine.advance(Duration.ofSeconds(1));
    functions.close();
    var rows = new FunctionRows(store);
    var before = rows.shards("f");
    assertThat(before).isNotEmpty();
    for (int i = 0; i < 9; i++) {
      engine.advance(Duration.ofHours(5));
    }
    assertThat(engine.streams().shards(stream()))
        .extracting(LogShard::number)
        .doesNotContainAnyElementsOf(before);
    functions = new Functions(store, engine, ACCOUNT, UUID::randomUUID);
    // The first transaction stores the mapping, the second one removes the positions.
    var second = Faults.at(1, Fault.BROKEN);
    var caller = Thread.currentThread();
    var hasFailed = new AtomicBoolean();
    faults =
        call -> {
          if (call != Call.TRANSACTION || !Thread.currentThread().equals(caller)) {
            return Fault.NONE;
          }
          Fault fault = second.next(call);
          hasFailed.compareAndSet(false, fault == Fault.BROKEN);
          return fault;
        };
    functions.bind("f", mapping().build(), this::record);
    assertThat(hasFailed).isTrue();
    put("b");
    engine.advance(Duration.ofSeconds(1));
    assertThat(events).hasSize(2);
  }

  @Test
  void an_error_of_a_function_counts_as_a_failed_attempt() {
    put("a");
    functions.bind(
        "f",
        mapping().retryAttempts(1).build(),
        event -> {
          events.add(event);
          throw new AssertionError("expected 1, but was 2");
        });
    engine.advance(Duration.ZERO);
    engine.advance(Duration.ofSeconds(1));
    assertThat(events).hasSize(2);
    assertThat(status().failures()).isEqualTo(2);
    assertThat(status().discarded()).isEqualTo(1);
  }

  /** The result of a call that must not wait for a function. */
  private <T> T inTime(Supplier<T> call) throws Exception {
    return CompletableFuture.supplyAsync(call, background).get(10, TimeUnit.SECONDS);
  }

  @Test
  void functions_are_listed_while_one_is_bound_again_during_a_call() throws Exception {
    var entered = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    functions.bind(
        "f",
        mapping().build(),
        event -> {
          entered.countDown();
          end.await();
          return "";
        });
    put("a");
    // A step that has read the log before the put takes place again after the next advance.
    var advancing =
        CompletableFuture.runAsync(
            () -> {
              while (entered.getCount() > 0) {
                engine.advance(Duration.ofSeconds(1));
              }
            },
            background);
    entered.await();
    var binding =
        Thread.ofPlatform()
            .daemon()
            .unstarted(() -> functions.bind("f", mapping().batchSize(7).build(), this::record));
    binding.start();
    try {
      // The old mapping is listed at any rate until the call ends.
      Eventually.holds(
          "the binding waits for the call", () -> binding.getState() == Thread.State.WAITING);
      assertThat(inTime(functions::list))
          .singleElement()
          .satisfies(status -> assertThat(status.state()).isEqualTo(State.ENABLED));
      assertThat(
              inTime(() -> {
                functions.bind("g", mapping().build(), this::record);
                return functions.list();
              }))
          .hasSize(2);
    } finally {
      end.countDown();
    }
    binding.join();
    advancing.join();
    assertThat(status().mapping().batchSize()).isEqualTo(7);
    put("b");
    engine.advance(Duration.ofSeconds(1));
    assertThat(events).filteredOn(event -> event.contains("\"b\"")).hasSize(2);
  }

  @Test
  void the_state_of_a_window_survives_a_close_that_cancels_its_last_call() throws Exception {
    var last = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(background);
    server.createContext(
        "/",
        exchange -> {
          var event = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          if (event.contains("\"isFinalInvokeForWindow\":true")) {
            last.countDown();
            try {
              end.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          byte[] answer = Utf8.bytes("{\"state\":{\"n\":1}}");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    try {
      put("a");
      var endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      functions.bind(
          "f",
          mapping()
              .tumblingWindow(Duration.ofSeconds(10))
              .retryAttempts(0)
              .endpoint(endpoint)
              .build());
      var advancing =
          CompletableFuture.runAsync(() -> engine.advance(Duration.ofMinutes(1)), background);
      last.await();
      functions.close();
      engine.close();
      advancing.join();
    } finally {
      end.countDown();
      server.stop(0);
    }
    int shard = engine.streams().shards(stream()).getFirst().number();
    assertThat(new FunctionRows(store).position("f", shard, 0))
        .hasValueSatisfying(position -> assertThat(position.state()).isEqualTo("{\"n\":1}"));
  }
}
