package dev.gramme.toolkit.entity;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A read of many items, without its arguments.
 *
 * @param <T> what all kinds of items that it reads have in common
 */
public final class QueryPattern<T> {
  private final Builder<T> made;
  private final Keys keys;

  private QueryPattern(Builder<T> made) {
    this.made = made;
    this.keys = Keys.of(made.kinds.getFirst(), Optional.ofNullable(made.index));
  }

  /** A query of these kinds of items. */
  public static <T> Builder<T> query(String name, List<EntityType<? extends T>> kinds) {
    return new Builder<>(name, kinds, false);
  }

  /** A scan for these kinds of items. */
  public static <T> Builder<T> scan(String name, List<EntityType<? extends T>> kinds) {
    return new Builder<>(name, kinds, true);
  }

  String name() {
    return made.name;
  }

  List<EntityType<? extends T>> kinds() {
    return made.kinds;
  }

  /** The key of the first kind, in the index if one is read. */
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
   * Whether the sort key is asked for by {@link #common} in place of the template of the one kind.
   */
  boolean isCommon() {
    return made.commonSort;
  }

  /** What the sort keys of all kinds begin with. */
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
   * The components that tell that items of several partitions are the same; none if the key does.
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
   * Collects what a pattern is.
   *
   * @param <T> what all kinds of items have in common
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

    /** Reads an index in place of the table. */
    public Builder<T> index(String name) {
      index = name;
      return this;
    }

    /** What the sort keys of all kinds begin with, if they have anything in common. */
    public Builder<T> sort(Optional<EntityKey> common) {
      sort = common.orElse(null);
      commonSort = true;
      return this;
    }

    /** The highest sort key first. */
    public Builder<T> descending() {
      descending = true;
      return this;
    }

    /** Strongly consistent. */
    public Builder<T> consistent() {
      consistent = true;
      return this;
    }

    /** With items that have expired and are still there. */
    public Builder<T> includeExpired() {
      includeExpired = true;
      return this;
    }

    /** The number of items of a page. */
    public Builder<T> limit(int items) {
      limit = items;
      return this;
    }

    /** The components that tell that items of several partitions are the same. */
    public Builder<T> distinct(String... components) {
      distinct = List.of(components);
      return this;
    }

    /** The number of segments that a scan is split into. */
    public Builder<T> segments(int number) {
      segments = number;
      return this;
    }

    /** The pattern. */
    public QueryPattern<T> build() {
      return new QueryPattern<>(this);
    }
  }
}
