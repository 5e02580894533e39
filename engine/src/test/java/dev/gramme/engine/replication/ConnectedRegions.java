package dev.gramme.engine.replication;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.faulty.TestStores;
import dev.gramme.testkit.Eventually;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;

/** Engines of several regions in one process, with a table and a network that can fail. */
final class ConnectedRegions implements AutoCloseable {
  static final String TABLE = "things";

  private final ExecutorService background = Executors.newCachedThreadPool();
  private final ExecutorService retrying = TestStores.retryingThreads();
  private final Map<String, Store> stores = new LinkedHashMap<>();
  private final Map<String, Engine> engines = new HashMap<>();
  private final Map<String, InstantSource> clocks = new HashMap<>();
  private final Map<String, Faults> faults = new HashMap<>();
  private final Set<String> losing = ConcurrentHashMap.newKeySet();
  private volatile boolean partitioned;
  private volatile BiConsumer<String, Message> beforeDelivery = (to, message) -> {};

  @Override
  public void close() {
    engines.values().forEach(Engine::close);
    background.shutdown();
    retrying.shutdown();
  }

  Engine engine(String region) {
    return Objects.requireNonNull(engines.get(region));
  }

  Store store(String region) {
    return Objects.requireNonNull(stores.get(region));
  }

  Set<String> names() {
    return stores.keySet();
  }

  void clock(String region, InstantSource clock) {
    clocks.put(region, clock);
  }

  /** Sets the faults of the store of a region that will be opened. */
  void faults(String region, Faults ofStore) {
    faults.put(region, ofStore);
  }

  /** Partitions the network: no message arrives. */
  void partition(boolean value) {
    partitioned = value;
  }

  /** Runs something with the receiver and the message before each delivery. */
  void beforeDelivery(BiConsumer<String, Message> action) {
    beforeDelivery = action;
  }

  /** Loses the replies of a region; the messages to it still arrive. */
  void loseRepliesOf(String region) {
    losing.add(region);
  }

  void deliverReplies() {
    losing.clear();
  }

  void open(String... regions) {
    for (String region : regions) {
      Faults set = faults.get(region);
      Store store = TestStores.open();
      stores.put(region, set == null ? store : new FaultyStore(store, set));
    }
    stores.keySet().forEach(this::openEngine);
    engines.keySet().forEach(this::connect);
  }

  /** Opens the engine of a region that was closed. */
  void reopen(String region) {
    openEngine(region);
    connect(region);
  }

  /** Removes a region with its data for good; the others are restarted without it. */
  void lose(String region) {
    engines.values().forEach(Engine::close);
    engines.clear();
    stores.remove(region);
    stores.keySet().forEach(this::openEngine);
    engines.keySet().forEach(this::connect);
  }

  /** Opens the engine of a region that was closed, without other regions, as in a fork. */
  void reopenAlone(String region) {
    openEngine(region);
  }

  private void openEngine(String region) {
    InstantSource set = clocks.get(region);
    var clock = set == null ? InstantSource.system() : set;
    // Failed work is retried after a pause, which never ends if the clock is fixed.
    var executor = set == null ? retrying : background;
    engines.put(region, Engine.open(store(region), clock, executor, EngineOptions.DEFAULT));
  }

  private void connect(String region) {
    var others = new HashMap<String, Peer>();
    for (String other : stores.keySet()) {
      if (!other.equals(region)) {
        others.put(other, message -> send(other, message));
      }
    }
    engine(region).replication().connect(region, Peers.of(others));
  }

  private Peer.Reply send(String to, Message message) {
    if (partitioned) {
      throw new Peer.UnreachableException("partitioned");
    }
    beforeDelivery.accept(to, message);
    // Encode and decode like a network connection does.
    var reply = engine(to).replication().receive(Message.decode(message.encode()));
    if (losing.contains(to)) {
      throw new Peer.UnreachableException("the reply was lost");
    }
    return reply;
  }

  void create(String region) {
    engine(region)
        .catalog()
        .create(numbers -> {
          TableDefinition table = Tables.table(TABLE).apply(numbers);
          Item encoded = TableCodec.encode(table);
          var own = new LinkedHashMap<>(encoded.attributes());
          own.put("Region", new S(region));
          return TableCodec.decode(SharedSettings.item(own));
        })
        .join();
  }

  void addReplica(String from, String to) {
    var replica = Replica.creating(to, Instant.EPOCH, ReplicaSettings.NONE);
    engine(from).replication().add(TABLE, List.of(replica), null, table -> {}).join();
  }

  TableDefinition table(String region) {
    return engine(region).catalog().find(TABLE).orElseThrow();
  }

  void awaitConvergence() {
    Eventually.holds(
        "all regions have all changes",
        () -> engines.values().stream().allMatch(engine -> engine.replication().hasConverged()));
  }
}
