package example;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;

/** A question of a customer. */
@Entity(pk = "DESK#{desk}", sk = "TICKET#{number:6}")
@Gsi(name = "byState", pk = "STATE#{state}", sk = "{number:6}")
public record Ticket(String desk, int number, State state, String question)
    implements Entry {
  /** Whether it has been answered. */
  public enum State {
    OPEN,
    ANSWERED
  }
}
