package dev.gramme.apps.grid.design;

import java.util.Locale;

/** The designs of the tables. */
public enum Design {
  CLASSIC("Classic"),
  PREJOINED("Pre-joined"),
  SINGLE("Single table"),
  DOCUMENT("Document");

  private final String title;

  Design(String title) {
    this.title = title;
  }

  /** Its name for people. */
  public String title() {
    return title;
  }

  /** Its name in settings and addresses. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The design of a word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Design of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** The grid of this design. Cheap: it can be made for a single request. */
  public Grid grid(Clients clients) {
    return switch (this) {
      case CLASSIC -> new ValueGrid(clients, new ClassicLayout(clients));
      case PREJOINED -> new ValueGrid(clients, new PreJoinedLayout(clients));
      case SINGLE -> new ValueGrid(clients, new SingleTableLayout(clients));
      case DOCUMENT -> new DocumentGrid(clients);
    };
  }
}
