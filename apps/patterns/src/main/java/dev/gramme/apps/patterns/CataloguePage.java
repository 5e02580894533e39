package dev.gramme.apps.patterns;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Generates the page {@code docs/patterns.md}: for every pattern its tables, its calls and their
 * cost.
 */
public final class CataloguePage {
  private static final int MOST_ROWS = 12;
  private static final int LONGEST_CELL = 48;
  private static final int LONGEST_RESULT = 220;

  private final StringBuilder text = new StringBuilder();

  /** Generates the page from showings, in their order. */
  public static String of(Map<String, List<Showing>> chapters) {
    var page = new CataloguePage();
    page.head(chapters);
    chapters.forEach(page::chapter);
    return page.text.toString();
  }

  private void head(Map<String, List<Showing>> chapters) {
    line("# Patterns");
    line("");
    line(
        """
        This catalogue shows patterns of single-table design by running each of them on Gramme. For each
        pattern it contains the items of its tables and indexes, its calls, and what each call consumed. A
        run of `apps/patterns` generates this page, and a test fails if a run produces anything else.

        These requests are not counted: refused requests (the service charges for a failed condition, but
        does not report the units), reads of streams, which consume no capacity, and work outside the
        database.\
        """);
    line("");
    chapters.forEach((chapter, showings) -> {
      line("- **" + chapter + "**");
      for (Showing showing : showings) {
        String title = showing.pattern().title();
        line("  - [" + title + "](#" + anchor(title) + ")");
      }
    });
    line("");
  }

  private static String anchor(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
  }

  private void chapter(String title, List<Showing> showings) {
    line("## " + title);
    line("");
    showings.forEach(this::pattern);
  }

  private void pattern(Showing showing) {
    line("### " + showing.pattern().title());
    line("");
    line(showing.pattern().purpose().strip());
    line("");
    showing.tables().forEach(this::table);
    line("| call | result | cost |");
    line("|---|---|---|");
    for (Call call : showing.calls()) {
      String result = ShownText.of(call.result());
      line("| " + call.what() + " | " + cell(result, LONGEST_RESULT) + " | " + cost(call) + " |");
    }
    line("");
  }

  private static String cost(Call call) {
    return call.consumed().parts().size() > 1 ? call.consumed().toString() : call.cost();
  }

  private void table(TableView table) {
    int slash = table.name().indexOf('/');
    line(
        slash < 0
            ? "Table `" + table.name() + "`:"
            : "Index `" + table.name().substring(slash + 1) + "`:");
    line("");
    List<String> columns = table.attributes();
    line("| `" + String.join("` | `", columns) + "` |");
    line("|" + "---|".repeat(columns.size()));
    for (Map<String, AttributeValue> item : table.items().stream().limit(MOST_ROWS).toList()) {
      var row = new StringBuilder("|");
      for (String column : columns) {
        AttributeValue value = item.get(column);
        row.append(' ').append(value == null ? "" : cell(ShownText.of(value), LONGEST_CELL));
        row.append(" |");
      }
      line(row.toString());
    }
    line("");
    if (table.items().size() > MOST_ROWS) {
      line("… and " + (table.items().size() - MOST_ROWS) + " more.");
      line("");
    }
  }

  private static String cell(String value, int longest) {
    String shown = value.length() > longest ? value.substring(0, longest - 1) + "…" : value;
    shown = shown.replace("|", "\\|").replace("\n", " ");
    return shown.isEmpty() ? "" : "`" + shown + "`";
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
