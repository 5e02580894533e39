package dev.gramme.toolkit.explain;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The load of an access pattern.
 *
 * @param callsPerSecond the average rate of calls
 * @param itemsRead how many items one call reads, before filtering; by default derived from the
 *     sizes of partitions
 * @param itemsReturned how many of these one call returns
 * @param limit the limit of one call, if its method has it as a parameter
 * @param partitions the length of the list of one call, if its method has one: of partitions, or of
 *     the keys or items of a batch
 * @param hottestKeyShare the share of the calls that goes to the most frequent partition key; by
 *     default all keys are equally frequent
 * @param effect what a write does to an item; by default derived from the pattern's shape
 * @param changed the components that an update changes; if empty, all that are not in the key of
 *     the table
 * @param needed the components that the caller needs; if empty, all
 * @param background whether no user waits for the result
 */
public record PatternLoad(
    double callsPerSecond,
    OptionalLong itemsRead,
    OptionalLong itemsReturned,
    OptionalInt limit,
    OptionalInt partitions,
    OptionalDouble hottestKeyShare,
    Optional<Effect> effect,
    Set<String> changed,
    Set<String> needed,
    boolean background) {

  public PatternLoad {
    changed = Set.copyOf(changed);
    needed = Set.copyOf(needed);
    if (!(callsPerSecond >= 0)) {
      throw new IllegalArgumentException("calls per second: " + callsPerSecond);
    }
    if (limit.orElse(1) < 1 || partitions.orElse(1) < 1) {
      throw new IllegalArgumentException("a limit and a number of partitions are positive");
    }
    double share = hottestKeyShare.orElse(1);
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is between 0 and 1, not " + share);
    }
  }

  /** The effect of a call on an item. */
  public enum Effect {
    READ,
    CREATE,
    UPDATE,
    DELETE
  }

  /** Sets the rate of calls. */
  public static PatternLoad perSecond(double calls) {
    return new PatternLoad(
        calls,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        Set.of(),
        Set.of(),
        false);
  }

  /** Sets how many items one call reads. */
  public PatternLoad reads(long items) {
    return copy(OptionalLong.of(items), itemsReturned, hottestKeyShare, effect);
  }

  /** Sets how many of the items that it reads one call returns. */
  public PatternLoad returns(long items) {
    return copy(itemsRead, OptionalLong.of(items), hottestKeyShare, effect);
  }

  /** Sets the limit of one call, for a method that has it as a parameter. */
  public PatternLoad limit(int items) {
    return new PatternLoad(
        callsPerSecond,
        itemsRead,
        itemsReturned,
        OptionalInt.of(items),
        partitions,
        hottestKeyShare,
        effect,
        changed,
        needed,
        background);
  }

  /**
   * Sets the length of the list of one call, for a method that has one: how many partitions it
   * reads, or how many items it reads or writes in batches.
   */
  public PatternLoad partitions(int count) {
    return new PatternLoad(
        callsPerSecond,
        itemsRead,
        itemsReturned,
        limit,
        OptionalInt.of(count),
        hottestKeyShare,
        effect,
        changed,
        needed,
        background);
  }

  /** Sets the share of the calls, between 0 and 1, that goes to one partition key. */
  public PatternLoad hottestKey(double share) {
    return copy(itemsRead, itemsReturned, OptionalDouble.of(share), effect);
  }

  /** Sets the effect on items. */
  public PatternLoad does(Effect what) {
    return copy(itemsRead, itemsReturned, hottestKeyShare, Optional.of(what));
  }

  /** Updates existing items and changes these components. */
  public PatternLoad changes(String... components) {
    return new PatternLoad(
        callsPerSecond,
        itemsRead,
        itemsReturned,
        limit,
        partitions,
        hottestKeyShare,
        Optional.of(Effect.UPDATE),
        new HashSet<>(List.of(components)),
        needed,
        background);
  }

  /** Sets the components that the caller needs. */
  public PatternLoad needs(String... components) {
    return new PatternLoad(
        callsPerSecond,
        itemsRead,
        itemsReturned,
        limit,
        partitions,
        hottestKeyShare,
        effect,
        changed,
        new HashSet<>(List.of(components)),
        background);
  }

  /** Marks the pattern as background work, for which no user waits. */
  public PatternLoad inBackground() {
    return new PatternLoad(
        callsPerSecond,
        itemsRead,
        itemsReturned,
        limit,
        partitions,
        hottestKeyShare,
        effect,
        changed,
        needed,
        true);
  }

  private PatternLoad copy(
      OptionalLong read, OptionalLong returned, OptionalDouble share, Optional<Effect> what) {
    return new PatternLoad(
        callsPerSecond,
        read,
        returned,
        limit,
        partitions,
        share,
        what,
        changed,
        needed,
        background);
  }
}
