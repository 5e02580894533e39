package dev.gramme.engine.disk;

import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.NotInMemoryException;
import dev.gramme.storage.Reader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads of a request that may find rows only on a slow disk. */
public final class DiskReads {
  private DiskReads() {}

  /**
   * Reads on the caller's thread. A request within its turn does not wait for a slow disk. Outside
   * a turn, {@link RequestBudget#beginWaiting} is called before the first wait; then the read
   * begins again.
   *
   * @param work reads, and has no other effects than on the budget; may be called twice
   * @throws RequestBudget.TurnOver if the request is within its turn, and would have to wait
   */
  public static <T extends @Nullable Object> T read(
      Reader reader, RequestBudget budget, Function<Reader, T> work) {
    if (budget.mayWait()) {
      return work.apply(reader);
    }
    RequestBudget.Mark begin = budget.mark();
    try {
      return work.apply(reader.withoutWaiting());
    } catch (NotInMemoryException missing) {
      if (budget.isInTurn()) {
        throw budget.turnOver();
      }
    }
    budget.rewind(begin);
    budget.beginWaiting();
    return work.apply(reader);
  }
}
