package dev.gramme.toolkit.schema;

import java.util.List;
import java.util.Set;

/**
 * What one call of an access pattern does, as far as the signature of its method says it. The
 * annotation processor derives it; a schema that is written by hand can do without.
 *
 * @param reads the kinds of items that a Query or Scan reads, whether or not it returns them; the
 *     kind of each item that a TransactGet reads
 * @param pages how far a Query or Scan reads
 * @param drops whether a Query or Scan drops items that it has read: by a filter of its own, or
 *     because they are of other kinds
 * @param assumedPartitions whether the number of partitions, or of the items of a batch, is an
 *     assumption, because the caller passes a list of them
 * @param writes the items that a call writes; for a transaction all of them, otherwise one of them
 * @param needed the components that a read needs; empty if it needs all of them
 */
public record CallDetails(
    List<String> reads,
    Pages pages,
    boolean drops,
    boolean assumedPartitions,
    List<Write> writes,
    Set<String> needed) {

  public CallDetails {
    reads = List.copyOf(reads);
    writes = List.copyOf(writes);
    needed = Set.copyOf(needed);
  }

  /** The details of a call that needs all components of the items that it reads. */
  public CallDetails(
      List<String> reads,
      Pages pages,
      boolean drops,
      boolean assumedPartitions,
      List<Write> writes) {
    this(reads, pages, drops, assumedPartitions, writes, Set.of());
  }

  /** The details of a call that writes. */
  public static CallDetails writing(Write... writes) {
    return new CallDetails(List.of(), Pages.ALL, false, false, List.of(writes));
  }

  /** How far a call reads. */
  public enum Pages {
    /** To the end. A limit applies to each request. */
    ALL,
    /** A page of as many items as the limit, or without a limit a page of one request. */
    ONE,
    /** A page of as many items as the caller says. */
    OF_CALLER
  }

  /**
   * A write of one item.
   *
   * @param entity the kind of item; empty for the marker of a message
   * @param effect what is done to the item
   * @param changed the components that an update changes
   */
  public record Write(String entity, Effect effect, Set<String> changed) {
    public Write {
      changed = Set.copyOf(changed);
    }

    /** A write that does not update an item. */
    public static Write of(String entity, Effect effect) {
      return new Write(entity, effect, Set.of());
    }
  }

  /** The effect of a write on an item. */
  public enum Effect {
    /** Creates an item, which did not exist. */
    CREATE,
    /** Creates an item or overwrites the existing one. */
    PUT,
    /** Changes some components of an existing item. */
    UPDATE,
    /** Changes some components of an item, or creates it. */
    UPSERT,
    /** Deletes an item. */
    DELETE,
    /** Checks a condition on an item, which stays as it is. */
    CHECK,
    /** Puts the marker of a message. */
    MARK
  }
}
