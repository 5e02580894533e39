package dev.gramme.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The changes of a table that are in progress, and the times of recent changes whose rate the
 * service limits.
 *
 * @param underWay the changes in progress, in the order in which they began
 * @param recent the times of rate-limited changes, the latest last
 */
public record TableChanges(List<Transition> underWay, Map<Limited, List<Instant>> recent) {
  /** No changes. */
  public static final TableChanges NONE = new TableChanges(List.of(), Map.of());

  /** The kinds of changes whose rate is limited. */
  public enum Limited {
    TABLE_CLASS(Duration.ofDays(30)),
    ENCRYPTION(Duration.ofDays(1)),
    ON_DEMAND(Duration.ofDays(1)),
    DELETION_PROTECTION(Duration.ofSeconds(15)),
    TAGS(Duration.ofSeconds(2)),
    TIME_TO_LIVE(Duration.ofMinutes(30));

    private final Duration window;

    Limited(Duration window) {
      this.window = window;
    }

    /** How long a change counts towards the limit. */
    public Duration window() {
      return window;
    }
  }

  public TableChanges {
    underWay = List.copyOf(underWay);
    var copy = new EnumMap<Limited, List<Instant>>(Limited.class);
    recent.forEach((limited, instants) -> copy.put(limited, List.copyOf(instants)));
    recent = Map.copyOf(copy);
  }

  /** The first change of a kind that is in progress. */
  public Optional<Transition> find(Transition.Kind kind) {
    return underWay.stream().filter(transition -> transition.kind() == kind).findFirst();
  }

  /** Whether a change of this kind and subject, such as an index name, is in progress. */
  public boolean has(Transition.Kind kind, String subject) {
    return underWay.stream()
        .anyMatch(transition -> transition.kind() == kind && transition.subject().equals(subject));
  }

  /** The times of the changes that still count towards the limit, the latest last. */
  public List<Instant> recent(Limited limited, Instant now) {
    var from = now.minus(limited.window());
    return recent.getOrDefault(limited, List.of()).stream().filter(from::isBefore).toList();
  }

  /** A copy with one more rate-limited change and without those that no longer count. */
  public TableChanges with(Limited limited, Instant now) {
    var instants = new ArrayList<>(recent(limited, now));
    instants.add(now);
    var all = new EnumMap<Limited, List<Instant>>(Limited.class);
    all.putAll(recent);
    all.put(limited, instants);
    return new TableChanges(underWay, all);
  }

  /** A copy with other changes in progress. */
  public TableChanges withUnderWay(List<Transition> transitions) {
    return new TableChanges(transitions, recent);
  }
}
