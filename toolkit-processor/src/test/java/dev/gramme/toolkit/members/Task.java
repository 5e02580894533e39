package dev.gramme.toolkit.members;

import dev.gramme.toolkit.Created;
import dev.gramme.toolkit.Default;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Updated;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A task with time stamps and default values. */
@Entity(pk = "TASK#{id}", sk = "TASK")
@Gsi(name = "byUpdate", pk = "TASKS#{id}", sk = "{updated}")
@Gsi(name = "byState", pk = "STATE#{state}", sk = "{id}")
public record Task(
    String id,
    @Default("OPEN") @Nullable State state,
    @Default("3") @Nullable Integer points,
    @Default("PT30M") @Nullable Duration estimate,
    @Default("nobody") @Nullable String assignee,
    Optional<Effort> effort,
    @Created @Nullable Instant created,
    @Updated Optional<Instant> updated) {

  /** The state of a task. */
  public enum State {
    OPEN,
    DONE
  }

  /** A nested record with a default. */
  public record Effort(long minutes, @Default("true") @Nullable Boolean paid) {}

  /** A task without a value for any component that may lack one. */
  static Task of(String id) {
    return new Task(id, null, null, null, null, Optional.empty(), null, Optional.empty());
  }
}
