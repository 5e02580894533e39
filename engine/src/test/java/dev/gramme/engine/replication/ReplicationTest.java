package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Replica;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplicationTest {
  private static final String A = "a-region";
  private static final String B = "b-region";
  private static final String C = "c-region";
  private static final String TABLE = "things";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, MemoryStore> stores = new LinkedHashMap<>();
  private final Map<String, Engine> engines = new HashMap<>();
  private final Map<String, InstantSource> clocks = new HashMap<>();
  private volatile boolean parted;

  @AfterEach
  void close() {
    engines.values().forEach(Engine::close);
    background.shutdown();
  }

  private Engine engine(String region) {
    return Objects.requireNonNull(engines.get(region));
  }

  private MemoryStore store(String region) {
    return Objects.requireNonNull(stores.get(region));
  }

  private void open(String... regions) {
    for (String region : regions) {
      stores.put(region, new MemoryStore());
    }
    stores.keySet().forEach(this::openEngine);
    engines.keySet().forEach(this::connect);
  }

  private void openEngine(String region) {
    var clock = clocks.getOrDefault(region, InstantSource.system());
    var store = store(region);
    engines.put(region, Engine.open(store, clock, background, Engine.Options.DEFAULT));
  }

  private void connect(String region) {
    var others = new HashMap<String, Peer>();
    for (String other : stores.keySet()) {
      if (!other.equals(region)) {
        others.put(other, message -> tell(other, message));
      }
    }
    engine(region).replication().connect(region, others);
  }

  private Peer.Reply tell(String to, Message message) {
    if (parted) {
      throw new Peer.UnreachableException("parted");
    }
    // As it travels over a network.
    return engine(to).replication().receive(Message.decode(message.encode()));
  }

  private void create(String region) {
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

  private void addReplica(String from, String to) {
    var replica = Replica.asked(to, Instant.EPOCH, ReplicaSettings.NONE);
    engine(from).replication().add(TABLE, replica, table -> {}).join();
  }

  private void settle() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!engines.values().stream().allMatch(engine -> engine.replication().isSettled())) {
      assertThat(System.nanoTime()).as("time to settle").isLessThan(end);
      LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
    }
  }

  private void put(String region, String id, long value) {
    write(region, new WriteAction.Put(TABLE, valued(id, value), null, false));
  }

  private static Item valued(String id, long value) {
    return Item.of("id", new S(id), "value", N.of(value));
  }

  private void delete(String region, String id) {
    write(region, new WriteAction.Delete(TABLE, Item.of("id", new S(id)), null, false));
  }

  private void write(String region, WriteAction action) {
    engine(region).write(WriteRequest.single(action)).join();
  }

  private TableDefinition table(String region) {
    return engine(region).catalog().find(TABLE).orElseThrow();
  }

  private Map<String, Item> items(String region) {
    var items = new HashMap<String, Item>();
    int number = table(region).number();
    try (Cursor rows =
        store(region)
            .range(
                RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      while (rows.next()) {
        Item item = ItemCodec.decode(rows.value());
        String id = item.get("id") instanceof S(var value) ? value : "";
        items.put(id, item);
      }
    }
    return items;
  }

  private List<LoggedChange> log(String region) {
    var log = new LogReader(store(region));
    var changes = new ArrayList<LoggedChange>();
    int number = table(region).number();
    for (var shard : log.shards(number, 0, 1000)) {
      changes.addAll(log.changes(number, shard.number(), 0, 100_000, Long.MAX_VALUE));
    }
    return changes;
  }

  private void writeAtRandom(Random random, String region, int count, int keys) {
    for (int i = 0; i < count; i++) {
      String id = "" + random.nextInt(keys);
      if (random.nextInt(4) == 0) {
        delete(region, id);
      } else {
        put(region, id, random.nextLong());
      }
    }
  }

  @Test
  void three_regions_written_to_at_once_and_parted_again_and_again_end_with_the_same_items()
      throws InterruptedException {
    open(A, B, C);
    create(A);
    addReplica(A, B);
    settle();
    addReplica(A, C);
    settle();
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var writers = new ArrayList<Thread>();
    for (String region : stores.keySet()) {
      var random = new Random(seed + region.hashCode());
      writers.add(Thread.ofVirtual().start(() -> writeAtRandom(random, region, 1500, 40)));
    }
    var parting = new Random(seed);
    while (writers.stream().anyMatch(Thread::isAlive)) {
      parted = parting.nextBoolean();
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    parted = false;
    for (Thread writer : writers) {
      writer.join();
    }
    settle();
    assertThat(items(B)).isEqualTo(items(A)).isNotEmpty();
    assertThat(items(C)).isEqualTo(items(A));
  }

  @Test
  void of_two_writes_of_an_item_in_parted_regions_the_later_one_wins_and_else_the_higher_region() {
    Instant now = Instant.parse("2026-11-21T00:00:00Z");
    clocks.put(A, InstantSource.fixed(now.plusSeconds(1)));
    clocks.put(B, InstantSource.fixed(now));
    open(A, B);
    create(A);
    addReplica(A, B);
    settle();
    parted = true;
    put(B, "later wins", 2);
    put(A, "later wins", 1);
    parted = false;
    settle();
    assertThat(items(A)).isEqualTo(items(B));
    assertThat(items(B)).containsEntry("later wins", valued("later wins", 1));
    // B's clock is behind, but it has seen what it overwrites.
    put(B, "later wins", 3);
    settle();
    assertThat(items(A)).containsEntry("later wins", valued("later wins", 3));
  }

  @Test
  void a_delete_is_not_undone_by_an_older_write_that_arrives_after_it() {
    Instant now = Instant.parse("2026-11-21T00:00:00Z");
    clocks.put(A, InstantSource.fixed(now.plusSeconds(1)));
    clocks.put(B, InstantSource.fixed(now));
    open(A, B);
    create(A);
    addReplica(A, B);
    settle();
    parted = true;
    put(A, "x", 1);
    delete(A, "x");
    put(B, "x", 2);
    put(B, "y", 1);
    parted = false;
    settle();
    assertThat(items(B)).containsOnlyKeys("y");
    assertThat(items(A)).containsOnlyKeys("y");
  }

  @Test
  void what_comes_from_another_region_is_not_sent_on_and_stands_in_the_log_once() {
    open(A, B);
    create(A);
    addReplica(A, B);
    settle();
    for (int i = 0; i < 20; i++) {
      put(A, "" + i, i);
    }
    settle();
    assertThat(log(B)).hasSize(20).allMatch(c -> c.origin() == LoggedChange.Origin.REPLICA);
    assertThat(log(A)).hasSize(20).allMatch(c -> c.origin() == LoggedChange.Origin.CLIENT);
  }

  @Test
  void a_replica_is_added_while_its_table_is_written_to() throws InterruptedException {
    open(A, B, C);
    create(A);
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    writeAtRandom(new Random(seed), A, 2000, 1000);
    addReplica(A, B);
    settle();
    var writers = new ArrayList<Thread>();
    for (String region : List.of(A, B)) {
      var random = new Random(seed + region.hashCode());
      writers.add(Thread.ofVirtual().start(() -> writeAtRandom(random, region, 2000, 1000)));
    }
    addReplica(A, C);
    for (Thread writer : writers) {
      writer.join();
    }
    settle();
    assertThat(items(B)).isEqualTo(items(A)).isNotEmpty();
    assertThat(items(C)).isEqualTo(items(A));
  }

  @Test
  void a_region_that_was_closed_goes_on_where_it_was() {
    open(A, B);
    create(A);
    put(A, "old", 0);
    parted = true;
    addReplica(A, B);
    engine(A).close();
    parted = false;
    openEngine(A);
    connect(A);
    settle();
    engine(B).close();
    put(A, "new", 1);
    delete(A, "old");
    openEngine(B);
    connect(B);
    settle();
    assertThat(items(B)).containsOnlyKeys("new");
  }
}
