package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A read of many items, without its arguments.
 *
 * @param <T> the common type of all kinds of items that it reads
 */
public final class QueryPattern<T> {
  private final Builder<T> made;
  private final Keys keys;

  private QueryPattern(Builder<T> made) {
    this.made = made;
    this.keys = Keys.of(made.kinds.get(0), Optional.ofNullable(made.index));
  }

  /** Builds a query for these kinds of items. */
  public static <T> Builder<T> query(String name, List<EntityType<? extends T>> kinds) {
    return new Builder<>(name, kinds, false);
  }

  /** Builds a scan for these kinds of items. */
  public static <T> Builder<T> scan(String name, List<EntityType<? extends T>> kinds) {
    return new Builder<>(name, kinds, true);
  }

  String name() {
    return made.name;
  }

  List<EntityType<? extends T>> kinds() {
    return made.kinds;
  }

  /** The condition that an item is of one of the kinds. */
  Expression isOneOfItsKinds() {
    var names = new ArrayList<String>();
    var values = new LinkedHashMap<String, AttributeValue>();
    for (EntityType<? extends T> kind : made.kinds) {
      String placeholder = ":0kind" + values.size();
      names.add(placeholder);
      values.put(placeholder, AttributeValue.fromS(kind.name()));
    }
    return new Expression(
        "#0kind IN (" + String.join(", ", names) + ")",
        Map.of("#0kind", made.kinds.get(0).typeAttribute()),
        values);
  }

  /** The attributes to request; empty for all of them. */
  Expression projection(TableSchema schema) {
    boolean whole =
        index()
            .flatMap(schema::index)
            .map(index -> index.projection() == IndexSchema.Projection.ALL)
            .orElse(true);
    return made.kinds.size() == 1 ? made.kinds.get(0).projection(index(), whole) : Expression.NONE;
  }

  /** The key of the first kind, in the index if the pattern reads one. */
  Keys keys() {
    return keys;
  }

  boolean isScan() {
    return made.scan;
  }

  Optional<String> index() {
    return Optional.ofNullable(made.index);
  }

  /**
   * Whether the sort key condition uses {@link #common} instead of the template of the only kind.
   */
  boolean isCommon() {
    return made.commonSort;
  }

  /** The common prefix of the sort keys of all kinds. */
  Optional<EntityKey> common() {
    return Optional.ofNullable(made.sort);
  }

  boolean isDescending() {
    return made.descending;
  }

  boolean isConsistent() {
    return made.consistent;
  }

  boolean includesExpired() {
    return made.includeExpired;
  }

  /**
   * The components that identify equal items of several partitions; empty if the key identifies
   * them.
   */
  List<String> distinct() {
    return made.distinct;
  }

  int limit() {
    return made.limit;
  }

  int segments() {
    return made.segments;
  }

  /**
   * Builds a pattern.
   *
   * @param <T> the common type of all kinds of items
   */
  public static final class Builder<T> {
    private final String name;
    private final List<EntityType<? extends T>> kinds;
    private final boolean scan;
    private @Nullable String index;
    private @Nullable EntityKey sort;
    private boolean commonSort;
    private boolean descending;
    private boolean consistent;
    private boolean includeExpired;
    private int limit;
    private int segments = 1;
    private List<String> distinct = List.of();

    private Builder(String name, List<EntityType<? extends T>> kinds, boolean scan) {
      this.name = name;
      this.kinds = List.copyOf(kinds);
      this.scan = scan;
    }

    /** Reads an index instead of the table. */
    public Builder<T> index(String name) {
      index = name;
      return this;
    }

    /** Sets the common prefix of the sort keys of all kinds, if they have one. */
    public Builder<T> sort(Optional<EntityKey> common) {
      sort = common.orElse(null);
      commonSort = true;
      return this;
    }

    /** Reads in descending order of the sort key. */
    public Builder<T> descending() {
      descending = true;
      return this;
    }

    /** Reads strongly consistent. */
    public Builder<T> consistent() {
      consistent = true;
      return this;
    }

    /** Includes items that have expired but are not deleted yet. */
    public Builder<T> includeExpired() {
      includeExpired = true;
      return this;
    }

    /** Sets the page size. */
    public Builder<T> limit(int items) {
      limit = items;
      return this;
    }

    /** Sets the components that identify equal items of several partitions. */
    public Builder<T> distinct(String... components) {
      distinct = List.of(components);
      return this;
    }

    /** Sets the number of segments of a scan. */
    public Builder<T> segments(int number) {
      segments = number;
      return this;
    }

    /** Builds the pattern. */
    public QueryPattern<T> build() {
      return new QueryPattern<>(this);
    }
  }
}
