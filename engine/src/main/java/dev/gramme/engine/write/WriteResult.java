package dev.gramme.engine.write;

import java.util.List;

/**
 * What a write did.
 *
 * @param changes one for each action that was carried out, in their order; a check has the item
 *     before and after alike
 * @param replayed whether the request repeats one that was done before, and nothing was changed now
 * @param unprocessed the positions of the actions of a batch that were left undone, because a
 *     transaction under way holds their items ({@link TransactionConflicts#REPORT}), or because the
 *     {@link WriteGate} did not let them through
 */
public record WriteResult(List<ItemChange> changes, boolean replayed, List<Integer> unprocessed) {
  /** What a write did that left nothing undone. */
  public WriteResult(List<ItemChange> changes, boolean replayed) {
    this(changes, replayed, List.of());
  }
}
