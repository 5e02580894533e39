package dev.gramme.functions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.gramme.api.Caller;
import dev.gramme.api.Operations;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.functions.FunctionMapping.StartingPosition;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.wire.Constraints;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import java.io.IOException;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers on one store divide the lanes of functions. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FunctionLanesTest {
  private static final String ACCOUNT = "000000000000";
  private static final Caller CALLER = new Caller("us-east-1", ACCOUNT, Wording.CLASSIC);
  private static final Pattern KEY = Pattern.compile("\"pk\":\\{\"S\":\"(\\d+)\"");
  private static final int ITEMS = 60;

  /** The number of shards of a new stream. */
  private static final int SHARDS = 4;

  private final SharedMemory store = new SharedMemory();
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final List<Server> servers = new ArrayList<>();
  private final List<Integer> received = new CopyOnWriteArrayList<>();
  private final HttpServer endpoint =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  private final Server one = new Server();
  private final Server other = new Server();
  private String arn = "";
  private int written;

  FunctionLanesTest() throws IOException {}

  /** A server whose clock moves only when a test moves it. */
  private final class Server {
    private final Engine engine =
        Engine.open(
            store.connect(),
            InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z")),
            background,
            EngineOptions.DEFAULT);
    private final Functions functions = new Functions(store, engine, ACCOUNT, UUID::randomUUID);

    Server() {
      servers.add(this);
    }

    void pass(Duration time) {
      engine.catalog().lifecycle().advance(time);
    }

    long records() {
      return functions.find("f").orElseThrow().records();
    }

    void close() {
      servers.remove(this);
      functions.close();
      engine.close();
    }
  }

  @BeforeEach
  void createTable() {
    endpoint.setExecutor(background);
    endpoint.createContext(
        "/",
        exchange -> {
          var event = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          receive(event);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    endpoint.start();
    call(
        "CreateTable",
        """
        {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}
        """);
    arn = StreamArn.of(one.engine.streams().list("things", "", 1).getFirst(), CALLER);
  }

  @AfterEach
  void close() {
    List.copyOf(servers).forEach(Server::close);
    endpoint.stop(0);
    background.close();
    store.close();
  }

  private void receive(String event) {
    var keys = KEY.matcher(event);
    while (keys.find()) {
      received.add(Integer.valueOf(keys.group(1)));
    }
  }

  private void call(String operation, String json) {
    Engine engine = servers.getFirst().engine;
    var called = new Operations(engine, UUID::randomUUID).find(operation).orElseThrow();
    byte[] body = Utf8.bytes(json);
    var input = RequestDecoder.decode(body, 0, body.length, called.input());
    Constraints.check(input, CALLER.wording());
    called
        .prepare(input, CALLER)
        .execute()
        .toCompletableFuture()
        .join()
        .write(new JsonWriter().beginObject());
  }

  private FunctionMapping.Builder mapping(int lanes) {
    return FunctionMapping.of(arn, StartingPosition.TRIM_HORIZON).parallelization(lanes);
  }

  private void bind(Server server, int lanes) {
    var address = URI.create("http://127.0.0.1:" + endpoint.getAddress().getPort() + "/");
    server.functions.bind("f", mapping(lanes).endpoint(address).build());
  }

  /** Writes new items, with numbers as keys. */
  private void write() {
    for (int i = 0; i < ITEMS; i++) {
      call(
          "PutItem",
          "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"%d\"}}}".formatted(written++));
    }
  }

  /** Lets a time pass on all servers, in turn. */
  private void pass(Duration time) {
    List.copyOf(servers).forEach(server -> server.pass(time));
  }

  /** Lets the servers give up and take lanes. */
  private void rebalance() {
    for (int i = 0; i < 4; i++) {
      pass(Lease.INTERVAL);
    }
  }

  private void assertAllReceivedOnce() {
    assertThat(received)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, written).boxed().toList());
  }

  @Test
  void servers_divide_the_lanes_of_a_function_evenly() {
    bind(one, 1);
    rebalance();
    write();
    pass(Lease.INTERVAL);
    assertThat(one.records()).isBetween(ITEMS / 4L, ITEMS * 3L / 4);
    assertThat(one.records() + other.records()).isEqualTo(ITEMS);
    assertAllReceivedOnce();
  }

  /** Shards are closed after four hours, and are removed when their changes are a day old. */
  @Test
  void positions_in_shards_that_the_log_has_removed_are_removed() {
    bind(one, 1);
    rebalance();
    write();
    pass(Lease.INTERVAL);
    var rows = new FunctionRows(store);
    var first = rows.shards("f");
    assertThat(first).hasSize(SHARDS);
    for (int i = 0; i < 9; i++) {
      pass(Duration.ofHours(5));
      rebalance();
    }
    assertThat(rows.shards("f")).isNotEmpty().doesNotContainAnyElementsOf(first);
    write();
    pass(Lease.INTERVAL);
    assertAllReceivedOnce();
  }

  @Test
  void a_new_server_gets_its_share_of_the_lanes() {
    bind(one, 3);
    rebalance();
    Server third = new Server();
    rebalance();
    write();
    pass(Lease.INTERVAL);
    for (Server server : servers) {
      assertThat(server.records()).isBetween(1L, ITEMS / 2L);
    }
    assertThat(third.records()).isPositive();
    assertAllReceivedOnce();
  }

  @Test
  void the_lanes_of_a_server_that_closes_or_dies_run_on_another() {
    bind(one, 1);
    Server third = new Server();
    rebalance();
    third.close();
    servers.remove(other); // its clock stops, so it does not renew its leases
    write();
    for (int i = 0; i < 5; i++) {
      pass(Lease.INTERVAL);
    }
    assertThat(one.records()).isEqualTo(ITEMS);
    servers.add(other);
    assertAllReceivedOnce();
  }

  @Test
  void lanes_of_a_new_division_wait_for_those_of_the_old_one() {
    bind(one, 2);
    rebalance();
    assertThat(Lease.names(store, "function/f/")).hasSize(2 * SHARDS);
    bind(other, 5);
    write();
    other.pass(Lease.INTERVAL);
    // The first server still runs a lane of the old division, without knowing it.
    assertThat(other.records()).isZero();
    rebalance();
    assertThat(one.records() + other.records()).isEqualTo(ITEMS);
    assertThat(Lease.names(store, "function/f/"))
        .hasSize(5 * SHARDS)
        .allMatch(name -> name.startsWith("function/f/5/"));
    // What the first server has delivered with the earlier mapping may be delivered again.
    assertThat(received.stream().distinct())
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, written).boxed().toList());
  }

  @Test
  void lanes_of_a_new_division_start_although_a_server_with_the_old_one_died() {
    bind(other, 2);
    rebalance();
    servers.remove(other); // its clock stops, so it does not renew its leases
    bind(one, 5);
    write();
    for (int i = 0; i < 6; i++) {
      pass(Lease.INTERVAL);
    }
    assertThat(one.records()).isEqualTo(ITEMS);
    assertThat(Lease.names(store, "function/f/"))
        .hasSize(5 * SHARDS)
        .allMatch(name -> name.startsWith("function/f/5/"));
    servers.add(other);
  }

  @Test
  void a_function_in_process_runs_where_it_is_bound() {
    one.functions.bind("f", mapping(2).build(), this::receiveInProcess);
    rebalance();
    write();
    pass(Lease.INTERVAL);
    assertThat(one.records()).isEqualTo(ITEMS);
    other.functions.bind("f", mapping(2).build(), this::receiveInProcess);
    rebalance();
    one.close();
    write();
    rebalance();
    assertThat(other.records()).isEqualTo(ITEMS);
    assertAllReceivedOnce();
  }

  @Test
  void a_function_in_process_that_two_programs_bind_continues_if_the_second_ends() {
    one.functions.bind("f", mapping(2).build(), this::receiveInProcess);
    rebalance();
    other.functions.bind("f", mapping(2).build(), this::receiveInProcess);
    rebalance();
    other.close();
    write();
    rebalance();
    assertThat(one.records()).isEqualTo(ITEMS);
    assertAllReceivedOnce();
  }

  private String receiveInProcess(String event) {
    receive(event);
    return "";
  }
}
