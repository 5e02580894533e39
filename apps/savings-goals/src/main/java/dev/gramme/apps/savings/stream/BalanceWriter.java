package dev.gramme.apps.savings.stream;

import dev.gramme.apps.savings.domain.PendingBalance;
import dev.gramme.apps.savings.domain.PendingBalance.State;
import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.domain.RuleBook;
import dev.gramme.apps.savings.event.BalanceEvent;
import java.util.function.Supplier;

/**
 * Writes an event to the table, according to the rules, unless the table has the same or a later
 * one.
 */
public final class BalanceWriter {
  /** The result of processing an event. */
  public enum Outcome {
    /** The table now has its balance. */
    WRITTEN,
    /** The table had the same or a later event. */
    OVERTAKEN,
    /** The goal is not available to the segment, or the deposit is too small. */
    REFUSED
  }

  private final PendingTable table;
  private final Supplier<RuleBook> rules;

  /**
   * @param rules supplies the current rules for each event
   */
  public BalanceWriter(PendingTable table, Supplier<RuleBook> rules) {
    this.table = table;
    this.rules = rules;
  }

  /** Writes the event's balance. It is idempotent, so the caller can repeat it after a failure. */
  public Outcome write(BalanceEvent event) {
    var rule = rules.get().rule(event.goalId(), event.segment()).orElse(null);
    if (rule == null) {
      return Outcome.REFUSED;
    }
    boolean tooSmall = event.amount().compareTo(rule.minimumDeposit()) < 0;
    if (event.kind() == BalanceEvent.Kind.DEPOSIT && tooSmall) {
      return Outcome.REFUSED;
    }
    var balance =
        PendingBalance.of(
            event.personId(),
            event.goalId(),
            event.month(),
            event.balance(),
            rule.targetAmount(),
            event.open() > 0 ? State.PENDING_CONFIRMATION : State.SETTLED,
            event.eventId(),
            event.occurredAt());
    return table.advance(balance) ? Outcome.WRITTEN : Outcome.OVERTAKEN;
  }
}
