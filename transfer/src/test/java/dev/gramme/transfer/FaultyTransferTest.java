package dev.gramme.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Limits;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Gen;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests imports and exports on a store that fails at random, and with invalid data. */
final class FaultyTransferTest {
  private static final int ITEMS = 400;

  private static final Pattern ORIGINAL =
      Pattern.compile("\"item(\\d+)\".*\"color\\1\"|\"color(\\d+)\".*\"item\\2\"");

  @TempDir Path folder;

  @Test
  void an_import_resumes_after_faults_of_the_store() {
    var round = new AtomicInteger();
    Gen.forAll(
        4,
        gen -> {
          Path root = folder.resolve("import" + round.incrementAndGet());
          var faults = Faults.atMost(gen.between(1, 15), Faults.random(gen.nextLong(), 4));
          try (var database = new TransferringEngine(root, faults)) {
            database.write("items", lines(0, ITEMS));
            var done = database.imported("t");
            assertThat(done.status()).isEqualTo("COMPLETED");
            assertThat(done.progress().imported()).isEqualTo(ITEMS);
            assertThat(database.items("t")).hasSize(ITEMS);
          }
        });
  }

  @Test
  void an_export_resumes_after_faults_of_the_store_and_leaves_nothing_behind() {
    var round = new AtomicInteger();
    Gen.forAll(
        4,
        gen -> {
          Path root = folder.resolve("export" + round.incrementAndGet());
          var faults = Faults.atMost(gen.between(1, 15), Faults.random(gen.nextLong(), 4));
          try (var database = new TransferringEngine(root, faults)) {
            database.fill("t", ITEMS);
            var done = database.exported("t");
            assertThat(done.status()).isEqualTo("COMPLETED");
            assertThat(done.items()).isEqualTo(ITEMS);
            assertThat(gathered(database)).isZero();
          }
        });
  }

  @Test
  void an_export_that_cannot_read_at_first_leaves_no_rows() {
    Faults faults = call -> call == Call.RANGE ? Fault.BROKEN : Fault.NONE;
    try (var database = new TransferringEngine(folder, Faults.atMost(3, faults))) {
      database.fill("t", ITEMS);
      assertThat(database.exported("t").status()).isEqualTo("COMPLETED");
      assertThat(gathered(database)).isZero();
    }
  }

  @Test
  void an_export_has_the_items_of_its_moment_although_they_change_while_it_reads() {
    var round = new AtomicInteger();
    Gen.forAll(
        4,
        gen -> {
          var exporting = new AtomicReference<@Nullable TransferringEngine>();
          var isChanging = new AtomicBoolean();
          var changes = new AtomicInteger();
          Faults changing =
              call -> {
                var database = exporting.get();
                if (call == Call.RANGE
                    && database != null
                    && changes.get() < 3 * ITEMS
                    && isChanging.compareAndSet(false, true)) {
                  for (int i = gen.nextInt(100); i > 0; i--) {
                    String id = "item" + gen.nextInt(5 * ITEMS);
                    database.change("t", id, gen.chance(50));
                    changes.incrementAndGet();
                  }
                  isChanging.set(false);
                }
                return Fault.NONE;
              };
          Path root = folder.resolve("changing" + round.incrementAndGet());
          try (var database = new TransferringEngine(root, changing)) {
            database.fill("t", 4 * ITEMS);
            exporting.set(database);
            var done = database.exported("t");
            exporting.set(null);
            assertThat(done.items()).isEqualTo(4 * ITEMS);
            assertThat(changes.get()).isGreaterThan(ITEMS);
            assertThat(database.exportedLines())
                .hasSize(4 * ITEMS)
                .doesNotHaveDuplicates()
                .allMatch(ORIGINAL.asPredicate());
            assertThat(gathered(database)).isZero();
          }
        });
  }

  @Test
  void an_import_into_a_store_with_few_distant_rows_equals_individual_puts() {
    var store = new SharedMemory();
    try (var database = new TransferringEngine(folder, Faults.NONE, store.connect())) {
      database.write(
          "items",
          line("twice", "first")
              + mistypedLine()
              + lines(0, ITEMS)
              + largeLine("twice")
              + line("twice", "second"));
      var done = database.imported("t");
      assertThat(done.progress().errors()).isEqualTo(2);
      assertThat(done.progress().imported()).isEqualTo(ITEMS + 2);
      assertThat(database.item("t", "twice").get("color")).isEqualTo(new S("second"));
      assertThat(database.items("t")).hasSize(ITEMS + 1);
    }
    store.close();
  }

  /** The number of temporary rows that exports have left. */
  private static int gathered(TransferringEngine database) {
    byte[] from = SystemKeys.named(SystemKeys.EXPORTS, Utf8.bytes("g"));
    byte[] to = SystemKeys.named(SystemKeys.EXPORTS, Utf8.bytes("h"));
    int count = 0;
    try (Cursor rows = database.memory().range(from, to, Direction.ASCENDING)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void the_last_valid_item_of_a_key_wins_even_if_another_line_is_bad() {
    try (var database = new TransferringEngine(folder, Faults.NONE)) {
      // The bad line is in the first batch, and the later item with the key is in a later one.
      database.write(
          "items",
          line("twice", "first") + mistypedLine() + lines(0, ITEMS) + line("twice", "second"));
      var done = database.imported("t");
      assertThat(done.progress().errors()).isEqualTo(1);
      assertThat(done.progress().imported()).isEqualTo(ITEMS + 2);
      assertThat(database.item("t", "twice").get("color")).isEqualTo(new S("second"));
    }
  }

  @Test
  void a_bad_line_does_not_replace_a_good_one_with_the_same_key() {
    try (var database = new TransferringEngine(folder, Faults.NONE)) {
      database.write("items", line("twice", "first") + largeLine("twice") + lines(0, 3));
      var done = database.imported("t");
      assertThat(done.progress().errors()).isEqualTo(1);
      assertThat(done.progress().imported()).isEqualTo(4);
      assertThat(database.item("t", "twice").get("color")).isEqualTo(new S("first"));
      assertThat(database.items("t")).hasSize(4);
    }
  }

  @Test
  void an_import_equals_individual_puts() {
    var round = new AtomicInteger();
    Gen.forAll(
        4,
        gen -> {
          Path root = folder.resolve("random" + round.incrementAndGet());
          var last = new TreeMap<String, String>();
          var text = new StringBuilder();
          for (int i = 0; i < 1000; i++) {
            String key = "k" + gen.nextInt(gen.oneOf(List.of(20, 300)));
            if (gen.chance(3)) {
              text.append(gen.chance(80) ? mistypedLine() : largeLine(key));
            } else {
              last.put(key, "color" + i);
              text.append(line(key, "color" + i));
            }
          }
          try (var database = new TransferringEngine(root, Faults.NONE)) {
            database.write("items", text.toString());
            database.imported("t");
            assertThat(database.items("t")).hasSize(last.size());
            last.forEach((key, color) ->
                assertThat(database.item("t", key).get("color")).isEqualTo(new S(color)));
          }
        });
  }

  private static String lines(int from, int count) {
    var lines = new StringBuilder();
    for (int i = from; i < from + count; i++) {
      lines.append(line("item" + i, "color" + i));
    }
    return lines.toString();
  }

  private static String line(String id, String color) {
    return "{\"Item\":{\"id\":{\"S\":\"" + id + "\"},\"color\":{\"S\":\"" + color + "\"}}}\n";
  }

  /** A line whose item has a key of the wrong type. */
  private static String mistypedLine() {
    return "{\"Item\":{\"id\":{\"N\":\"7\"}}}\n";
  }

  /** A line whose item exceeds the maximum size. */
  private static String largeLine(String id) {
    return line(id, "x".repeat(Limits.ITEM_BYTES));
  }
}
