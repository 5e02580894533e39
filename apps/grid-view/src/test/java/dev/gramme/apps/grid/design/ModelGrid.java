package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.FieldValue.Day;
import dev.gramme.apps.grid.domain.FieldValue.Decimal;
import dev.gramme.apps.grid.domain.FieldValue.Text;
import dev.gramme.apps.grid.domain.FieldValue.Whole;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Sort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The reference model of a grid: all issues in a map, sorted on every read. */
final class ModelGrid {
  private final TreeMap<Long, Issue> issues = new TreeMap<>();

  void put(Issue issue) {
    issues.put(issue.number(), issue);
  }

  void remove(long number) {
    issues.remove(number);
  }

  void change(long number, Map<String, Optional<FieldValue>> changes, long version) {
    Issue before = Objects.requireNonNull(issues.get(number));
    Map<String, FieldValue> values = new HashMap<>(before.values());
    changes.forEach((field, value) ->
        value.ifPresentOrElse(to -> values.put(field, to), () -> values.remove(field)));
    issues.put(number, new Issue(before.project(), number, values, version));
  }

  List<Issue> all() {
    return List.copyOf(issues.values());
  }

  List<Issue> sorted(Sort sort) {
    if (sort.field().isEmpty()) {
      return List.copyOf(sort.descending() ? issues.descendingMap().values() : issues.values());
    }
    String field = sort.field().get();
    List<Issue> with = new ArrayList<>();
    List<Issue> without = new ArrayList<>();
    issues
        .values()
        .forEach(issue -> (issue.values().containsKey(field) ? with : without).add(issue));
    Comparator<Issue> order =
        Comparator.comparing((Issue issue) -> issue.values().get(field), ModelGrid::compare)
            .thenComparingLong(Issue::number);
    with.sort(sort.descending() ? order.reversed() : order);
    with.addAll(without);
    return with;
  }

  private static int compare(FieldValue one, FieldValue other) {
    return switch (one) {
      case Text(String text) ->
          Arrays.compare(
              text.codePoints().toArray(), ((Text) other).value().codePoints().toArray());
      case Whole whole -> whole.value().compareTo(((Whole) other).value());
      case Decimal decimal -> decimal.value().compareTo(((Decimal) other).value());
      case Day day -> day.value().compareTo(((Day) other).value());
    };
  }
}
