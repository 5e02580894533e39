package dev.gramme.toolkit.explain;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How often an access pattern is asked, and for how much.
 *
 * @param callsPerSecond how often, on average
 * @param itemsRead how many items one call reads, before its filter; what is left out follows from
 *     the sizes of partitions
 * @param itemsReturned how many of them one call returns
 * @param hottestKeyShare the share of the calls that goes to the partition key which is asked most
 *     often; if it is left out, all keys are asked equally often
 * @param effect what a write does to an item; if it is left out, it follows from the pattern's
 *     shape
 * @param changed the components that an update changes; none means all but keys
 * @param needed the components that the caller needs; none means all
 * @param background whether nobody waits for it
 */
public record PatternLoad(
    double callsPerSecond,
    OptionalLong itemsRead,
    OptionalLong itemsReturned,
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
    double share = hottestKeyShare.orElse(1);
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is between 0 and 1, not " + share);
    }
  }

  /** What a call does to an item. */
  public enum Effect {
    READ,
    CREATE,
    UPDATE,
    DELETE
  }

  /** So many calls a second. */
  public static PatternLoad perSecond(double calls) {
    return new PatternLoad(
        calls,
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        Set.of(),
        Set.of(),
        false);
  }

  /** One call reads so many items. */
  public PatternLoad reads(long items) {
    return copy(OptionalLong.of(items), itemsReturned, hottestKeyShare, effect);
  }

  /** One call returns so many of the items that it reads. */
  public PatternLoad returns(long items) {
    return copy(itemsRead, OptionalLong.of(items), hottestKeyShare, effect);
  }

  /** This share of the calls, between 0 and 1, goes to one partition key. */
  public PatternLoad hottestKey(double share) {
    return copy(itemsRead, itemsReturned, OptionalDouble.of(share), effect);
  }

  /** It does this to its items. */
  public PatternLoad does(Effect what) {
    return copy(itemsRead, itemsReturned, hottestKeyShare, Optional.of(what));
  }

  /** It updates items that exist, and changes these components. */
  public PatternLoad changes(String... components) {
    return new PatternLoad(
        callsPerSecond,
        itemsRead,
        itemsReturned,
        hottestKeyShare,
        Optional.of(Effect.UPDATE),
        new HashSet<>(List.of(components)),
        needed,
        background);
  }

  /** Its caller needs these components only. */
  public PatternLoad needs(String... components) {
    return new PatternLoad(
        callsPerSecond,
        itemsRead,
        itemsReturned,
        hottestKeyShare,
        effect,
        changed,
        new HashSet<>(List.of(components)),
        background);
  }

  /** Nobody waits for it. */
  public PatternLoad inBackground() {
    return new PatternLoad(
        callsPerSecond, itemsRead, itemsReturned, hottestKeyShare, effect, changed, needed, true);
  }

  private PatternLoad copy(
      OptionalLong read, OptionalLong returned, OptionalDouble share, Optional<Effect> what) {
    return new PatternLoad(
        callsPerSecond, read, returned, share, what, changed, needed, background);
  }
}
