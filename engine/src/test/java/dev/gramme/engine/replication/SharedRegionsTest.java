package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers, each with both regions; the servers share the store of each region. */
@Tag("slow")
class SharedRegionsTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String TABLE = "things";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ExecutorService background = Executors.newCachedThreadPool();
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final SharedMemory storeA = new SharedMemory();
  private final SharedMemory storeB = new SharedMemory();
  private final List<Server> servers = new ArrayList<>();

  /** The numbers of the servers that have sent changes from region A, in their order. */
  private final List<Integer> senders = new CopyOnWriteArrayList<>();

  private final class Server {
    private final int number = servers.size();
    private final SharedMemory own = storeA.connect();
    private final Engine a = engine(own);
    private final Engine b = engine(storeB.connect());

    Server() {
      a.replication().connect(A, Peers.of(Map.of(B, message -> send(b, message))));
      b.replication().connect(B, Peers.of(Map.of(A, message -> send(a, message))));
      servers.add(this);
    }

    private Peer.Reply send(Engine to, Message message) {
      var arriving = Message.decode(message.encode());
      if (arriving.kind() == Message.Kind.CHANGE
          && arriving.from().equals(A)
          && !arriving.changes().isEmpty()) {
        senders.add(number);
      }
      return to.replication().receive(arriving);
    }

    void close() {
      a.close();
      b.close();
    }
  }

  private Engine engine(SharedMemory store) {
    return Engine.open(store, now::get, background, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void start() {
    var first = new Server();
    create(first.a);
    put(first.a, "before");
    first
        .a
        .replication()
        .add(
            TABLE,
            List.of(Replica.creating(B, Instant.EPOCH, ReplicaSettings.NONE)),
            null,
            table -> {})
        .join();
    var _ = new Server();
    awaitItem(first.b, "before");
    Eventually.holds(
        "the replica is active",
        PATIENCE,
        () ->
            first.a.catalog().find(TABLE).orElseThrow().features().replicas().stream()
                .allMatch(replica -> replica.status() == Replica.Status.ACTIVE));
  }

  @AfterEach
  void close() {
    servers.forEach(Server::close);
    background.shutdown();
  }

  private static void create(Engine engine) {
    engine
        .catalog()
        .create(numbers -> {
          TableDefinition table = Tables.table(TABLE).apply(numbers);
          var own = new LinkedHashMap<>(TableCodec.encode(table).attributes());
          own.put("Region", new S(A));
          return TableCodec.decode(SharedSettings.item(own));
        })
        .join();
  }

  private static void put(Engine engine, String id) {
    var item = Item.of("id", new S(id));
    engine.write(WriteRequest.single(new WriteAction.Put(TABLE, item, null, false))).join();
  }

  private static void awaitItem(Engine engine, String id) {
    Eventually.holds(
        id + " has arrived",
        PATIENCE,
        () -> engine.catalog().find(TABLE).filter(table -> has(engine, table, id)).isPresent());
  }

  private static boolean has(Engine engine, TableDefinition table, String id) {
    return engine.read(new ReadPlan.Items.Key(table, Item.of("id", new S(id)))) != null;
  }

  /** The server that sends: the first one, unless the other one could take the lease before it. */
  private Server sending() {
    return servers.get(senders.getFirst());
  }

  private Server otherThan(Server server) {
    return servers.get(1 - server.number);
  }

  @Test
  void one_server_sends_the_changes_of_both() {
    for (int i = 0; i < 20; i++) {
      put(servers.get(i % 2).a, "item" + i);
      awaitItem(servers.getFirst().b, "item" + i);
    }
    assertThat(senders).containsOnly(senders.getFirst());
    put(servers.getLast().b, "back");
    awaitItem(servers.getFirst().a, "back");
  }

  @Test
  void another_server_continues_for_a_server_that_stops() {
    Server sending = sending();
    Server other = otherThan(sending);
    put(other.a, "one");
    awaitItem(other.b, "one");
    assertThat(senders).containsOnly(sending.number);
    sending.close();
    put(other.a, "two");
    now.updateAndGet(time -> time.plus(Lease.INTERVAL));
    awaitItem(other.b, "two");
    assertThat(senders).contains(other.number);
  }

  @Test
  void another_server_continues_for_a_server_that_is_suspended_which_then_stores_no_position() {
    Server suspended = sending();
    var resumed = new CountDownLatch(1);
    suspended.own.beforeTransactions(() -> {
      try {
        resumed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    Server other = otherThan(suspended);
    put(other.a, "one");
    Eventually.holds(
        "the other server has sent a change",
        PATIENCE,
        () -> {
          now.updateAndGet(time -> time.plus(Lease.LIFE));
          return senders.contains(other.number);
        });
    put(other.a, "two");
    awaitItem(other.b, "two");
    Eventually.holds("all has arrived", PATIENCE, other.a.replication()::hasConverged);
    int number = other.a.catalog().find(TABLE).orElseThrow().number();
    var position = Position.read(storeA, number, B);
    resumed.countDown();
    put(suspended.a, "three");
    awaitItem(other.b, "three");
    Eventually.holds("all has arrived", PATIENCE, other.a.replication()::hasConverged);
    assertThat(senders.getLast()).isEqualTo(other.number);
    assertThat(Position.read(storeA, number, B).orElseThrow().base())
        .isGreaterThan(position.orElseThrow().base());
  }

  /** The counts of a server lack what other servers have written in the last seconds. */
  @Test
  void a_table_with_an_item_that_another_server_wrote_cannot_become_strongly_consistent() {
    put(servers.getFirst().a, "last");
    var replica = Replica.creating("c-region", Instant.EPOCH, ReplicaSettings.NONE);
    var strong = new StrongConsistency(A, "d-region");
    var change =
        servers.getLast().a.replication().add(TABLE, List.of(replica), strong, table -> {});
    assertThatThrownBy(change::join)
        .hasRootCauseInstanceOf(ApiError.class)
        .hasMessageContaining("Table things must be empty to set MultiRegionConsistency to STRONG");
  }

  @Test
  void data_of_one_region_is_not_opened_as_another() {
    var wrong = engine(storeA.connect());
    var peers = Peers.of(Map.of(A, message -> Peer.Reply.DONE));
    assertThatThrownBy(() -> wrong.replication().connect(B, peers))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("opened as region b-region has the data of region a-region");
    wrong.close();
  }

  @Test
  void an_empty_store_belongs_to_the_region_that_opened_it_first() {
    var store = new SharedMemory();
    var first = engine(store.connect());
    var second = engine(store.connect());
    first.replication().connect(A, Peers.of(Map.of(B, message -> Peer.Reply.DONE)));
    var peers = Peers.of(Map.of(A, message -> Peer.Reply.DONE));
    assertThatThrownBy(() -> second.replication().connect(B, peers))
        .hasMessageContaining("all servers must have the same --region");
    first.close();
    second.close();
  }
}
