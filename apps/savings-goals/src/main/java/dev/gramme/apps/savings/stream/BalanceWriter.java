package dev.gramme.apps.savings.stream;

import dev.gramme.apps.savings.domain.PendingBalance;
import dev.gramme.apps.savings.domain.PendingBalance.State;
import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.domain.RuleBook;
import dev.gramme.apps.savings.event.BalanceEvent;
import java.util.function.Supplier;

/** Brings one event into the table: by the rules, and only if the table has nothing later. */
public final class BalanceWriter {
  /** What became of an event. */
  public enum Outcome {
    /** The table has its balance now. */
    WRITTEN,
    /** The table had the same event or a later one. */
    OVERTAKEN,
    /** No rule lets customers of the segment have the goal, or the deposit is too small. */
    REFUSED
  }

  private final PendingTable table;
  private final Supplier<RuleBook> rules;

  /**
   * @param rules as they are at the time of each event
   */
  public BalanceWriter(PendingTable table, Supplier<RuleBook> rules) {
    this.table = table;
    this.rules = rules;
  }

  /** Writes the event's balance. To be repeated after any failure, as often as need be. */
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
