package dev.gramme.engine.write;

import java.util.List;

/**
 * The result of a write.
 *
 * @param changes one for each executed action, in their order; for a check, the item before and
 *     after are the same
 * @param replayed whether the request repeats an earlier one, so that nothing was changed now
 * @param unprocessed the positions of the actions of a batch that were not executed, because a
 *     running transaction holds their items ({@link TransactionConflicts#REPORT}), the {@link
 *     WriteGate} did not admit them, or memory was short
 */
public record WriteResult(List<ItemChange> changes, boolean replayed, List<Integer> unprocessed) {
  /** A result without unprocessed actions. */
  public WriteResult(List<ItemChange> changes, boolean replayed) {
    this(changes, replayed, List.of());
  }
}
