package dev.gramme.apps.patterns;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A table or index as people draw it: the partition keys at the left, the items of each partition
 * in rows. Cells are short texts.
 *
 * @param title such as {@code Table shop}
 * @param keys the names of the key attributes, first that of the partition key
 * @param rows its rows, those of a partition together
 * @param omitted how many rows are left out
 */
record Drawing(String title, List<String> keys, List<Row> rows, int omitted) {
  private static final int MAX_ROWS = 12;
  private static final int MAX_CELL = 48;
  private static final String TYPE = "TYPE";

  Drawing {
    keys = List.copyOf(keys);
    rows = List.copyOf(rows);
  }

  /** How an item has changed. */
  enum Mark {
    SAME(""),
    NEW("+"),
    CHANGED("~"),
    DELETED("-");

    private final String sign;

    Mark(String sign) {
      this.sign = sign;
    }

    String sign() {
      return sign;
    }
  }

  /**
   * An item.
   *
   * @param keys the values of the key attributes
   * @param attributes its other attributes, first the type
   * @param changed the names of the attributes that have changed
   */
  record Row(Mark mark, List<String> keys, Map<String, String> attributes, Set<String> changed) {
    Row {
      keys = List.copyOf(keys);
      attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
      changed = Set.copyOf(changed);
    }

    String partition() {
      return keys.getFirst();
    }
  }

  /** A table or index, without changes. */
  static Drawing of(TableView view) {
    List<Row> rows =
        view.items().stream().limit(MAX_ROWS).map(item -> row(view, item, item)).toList();
    return new Drawing(title(view), view.keys(), rows, view.items().size() - rows.size());
  }

  /**
   * The partitions in which items have changed; empty if there are none.
   *
   * @param before the same table before the changes; null if it did not exist
   */
  static Optional<Drawing> ofChanges(@Nullable TableView before, TableView after) {
    var former = new HashMap<List<AttributeValue>, Map<String, AttributeValue>>();
    if (before != null) {
      before.items().forEach(item -> former.put(before.identityOf(item), item));
    }
    var all = new ArrayList<>(after.items());
    var present = new HashSet<List<AttributeValue>>();
    after.items().forEach(item -> present.add(after.identityOf(item)));
    former.forEach((identity, item) -> {
      if (!present.contains(identity)) {
        all.add(item);
      }
    });
    all.sort(after.order());
    List<Row> rows =
        all.stream()
            .map(item -> {
              List<AttributeValue> identity = after.identityOf(item);
              return present.contains(identity)
                  ? row(after, former.get(identity), item)
                  : row(after, item, null);
            })
            .toList();
    Set<String> changed = new HashSet<>();
    rows.stream()
        .filter(row -> row.mark() != Mark.SAME)
        .forEach(row -> changed.add(row.partition()));
    if (changed.isEmpty()) {
      return Optional.empty();
    }
    rows = rows.stream().filter(row -> changed.contains(row.partition())).toList();
    if (rows.size() > MAX_ROWS) {
      rows = rows.stream().filter(row -> row.mark() != Mark.SAME).toList();
    }
    List<Row> shown = rows.stream().limit(MAX_ROWS).toList();
    int omitted = after.items().size() - (int) shown.stream().filter(Drawing::exists).count();
    return Optional.of(new Drawing(title(after), after.keys(), shown, omitted));
  }

  private static boolean exists(Row row) {
    return row.mark() != Mark.DELETED;
  }

  private static String title(TableView view) {
    int slash = view.name().indexOf('/');
    return slash < 0 ? "Table " + view.name() : "Index " + view.name().substring(slash + 1);
  }

  /** A row for an item before and after the changes, either of which may be null. */
  private static Row row(
      TableView view,
      @Nullable Map<String, AttributeValue> before,
      @Nullable Map<String, AttributeValue> after) {
    Map<String, AttributeValue> shown = Objects.requireNonNull(after == null ? before : after);
    var attributes = new LinkedHashMap<String, String>();
    if (shown.containsKey(TYPE) && !view.keys().contains(TYPE)) {
      attributes.put(TYPE, cell(Attributes.in(shown, TYPE)));
    }
    var changed = new HashSet<String>();
    for (String name : new TreeSet<>(shown.keySet())) {
      if (!view.keys().contains(name)) {
        attributes.putIfAbsent(name, cell(Attributes.in(shown, name)));
      }
      if (before != null && !Objects.equals(shown.get(name), before.get(name))) {
        changed.add(name);
      }
    }
    Mark mark =
        before == null
            ? Mark.NEW
            : after == null ? Mark.DELETED : after.equals(before) ? Mark.SAME : Mark.CHANGED;
    List<String> keys = view.keys().stream().map(key -> cell(Attributes.in(shown, key))).toList();
    return new Row(mark, keys, attributes, changed);
  }

  private static String cell(AttributeValue value) {
    return ShownText.shortened(ShownText.of(value), MAX_CELL);
  }

  /** The names of the attributes beside the keys if all rows have the same, else empty. */
  Optional<List<String>> columns() {
    List<List<String>> names =
        rows.stream().map(row -> List.copyOf(row.attributes().keySet())).distinct().toList();
    return names.size() == 1 ? Optional.of(names.getFirst()) : Optional.empty();
  }

  /** The largest number of attributes of a row. */
  int widest() {
    return rows.stream().mapToInt(row -> row.attributes().size()).max().orElse(0);
  }

  /** Whether any row has a mark. */
  boolean isOfChanges() {
    return rows.stream().anyMatch(row -> row.mark() != Mark.SAME);
  }

  /** How many rows from this one on are in its partition, or 0 if it is not the first of them. */
  int rowsOfPartition(int index) {
    String partition = rows.get(index).partition();
    if (index > 0 && rows.get(index - 1).partition().equals(partition)) {
      return 0;
    }
    int end = index;
    while (end < rows.size() && rows.get(end).partition().equals(partition)) {
      end++;
    }
    return end - index;
  }
}
