package dev.gramme.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is being changed at a table, and when it was changed in ways of which there may be only so
 * many in a time.
 *
 * @param underWay in the order in which they began
 * @param recent the instants of limited changes, the latest last
 */
public record TableChanges(List<Transition> underWay, Map<Limited, List<Instant>> recent) {
  /** Nothing. */
  public static final TableChanges NONE = new TableChanges(List.of(), Map.of());

  /** Changes that may be made only so often. */
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

    /** How long a change counts. */
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

  /** The first change of a kind that is under way. */
  public Optional<Transition> find(Transition.Kind kind) {
    return underWay.stream().filter(transition -> transition.kind() == kind).findFirst();
  }

  /** Whether a change of a kind and a subject, such as an index, is under way. */
  public boolean has(Transition.Kind kind, String subject) {
    return underWay.stream()
        .anyMatch(transition -> transition.kind() == kind && transition.subject().equals(subject));
  }

  /** When limited changes were made that still count, the latest last. */
  public List<Instant> recent(Limited limited, Instant now) {
    var from = now.minus(limited.window());
    return recent.getOrDefault(limited, List.of()).stream().filter(from::isBefore).toList();
  }

  /** The same with one more limited change; those that no longer count are forgotten. */
  public TableChanges with(Limited limited, Instant now) {
    var instants = new ArrayList<>(recent(limited, now));
    instants.add(now);
    var all = new EnumMap<Limited, List<Instant>>(Limited.class);
    all.putAll(recent);
    all.put(limited, instants);
    return new TableChanges(underWay, all);
  }

  /** The same with other changes under way. */
  public TableChanges withUnderWay(List<Transition> transitions) {
    return new TableChanges(transitions, recent);
  }
}
