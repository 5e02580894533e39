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

  /** The display name. */
  public String title() {
    return title;
  }

  /** The name in settings and URLs. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The design with a name in settings and URLs.
   *
   * @throws IllegalArgumentException if it does not exist
   */
  public static Design of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /**
   * The grid of this design, which repeats requests that conflict with transactions. Cheap: it can
   * be created for a single request.
   */
  public Grid grid(Clients settings) {
    Clients clients = settings.by(new ConflictRetries(settings.client(), settings.backoff()));
    return switch (this) {
      case CLASSIC -> new ValueGrid(clients, new ClassicLayout(clients));
      case PREJOINED -> new ValueGrid(clients, new PreJoinedLayout(clients));
      case SINGLE -> new ValueGrid(clients, new SingleTableLayout(clients));
      case DOCUMENT -> new DocumentGrid(clients);
    };
  }
}
