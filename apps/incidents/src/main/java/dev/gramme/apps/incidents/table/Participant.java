package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;
import java.util.Locale;

/**
 * A user or a team that participates in an incident, in the form {@code
 * team_1h0QJANrGKFCZHSDO526fs6Jbg8}.
 */
public record Participant(Kind kind, Ksuid id) {
  /** The kinds of participants. */
  public enum Kind {
    TEAM,
    USER
  }

  /** A user. */
  public static Participant user(Ksuid id) {
    return new Participant(Kind.USER, id);
  }

  /** A team. */
  public static Participant team(Ksuid id) {
    return new Participant(Kind.TEAM, id);
  }

  /**
   * Parses a participant.
   *
   * @throws IllegalArgumentException if the text is invalid
   */
  public static Participant parse(String text) {
    for (Kind kind : Kind.values()) {
      String prefix = prefix(kind);
      if (text.startsWith(prefix)) {
        return new Participant(kind, Ksuid.parse(text.substring(prefix.length())));
      }
    }
    throw new IllegalArgumentException("neither a user nor a team: " + text);
  }

  private static String prefix(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT) + "_";
  }

  @Override
  public String toString() {
    return prefix(kind) + id;
  }
}
