package dev.gramme.apps.patterns;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The drawings of a pattern's tables and indexes. */
final class Drawings {
  private Drawings() {}

  /** All of them, before the calls. */
  static List<Drawing> before(Showing showing) {
    return showing.tables().stream().map(Drawing::of).toList();
  }

  /** Those that the calls have changed. */
  static List<Drawing> after(Showing showing) {
    Map<String, TableView> before = new HashMap<>();
    showing.tables().forEach(table -> before.put(table.name(), table));
    return showing.after().stream()
        .map(table -> Drawing.ofChanges(before.get(table.name()), table))
        .flatMap(Optional::stream)
        .toList();
  }
}
