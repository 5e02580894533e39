package dev.gramme.apps.patterns;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;

/**
 * Generates the pages of the catalogue: {@code docs/patterns.md} with an overview of all patterns,
 * and {@code docs/patterns/THEME.md} for the patterns of each theme.
 */
public final class CataloguePages {
  private static final java.util.regex.Pattern LINK =
      java.util.regex.Pattern.compile("\\]\\((#?)([^):]+)\\)");

  private final Map<Theme, List<Showing>> showings;

  private CataloguePages(Map<Theme, List<Showing>> showings) {
    this.showings = showings;
  }

  /** Generates the pages from runs. The keys are file names relative to {@code docs}. */
  public static Map<String, String> of(Map<Theme, List<Showing>> showings) {
    var pages = new CataloguePages(showings);
    var texts = new LinkedHashMap<String, String>();
    texts.put("patterns.md", pages.overview());
    showings.forEach(
        (theme, shown) -> texts.put("patterns/" + theme.file() + ".md", pages.page(theme, shown)));
    return texts;
  }

  private String overview() {
    var text = new StringBuilder();
    text.append(
        """
        # Patterns

        This catalogue shows patterns of single-table design by running each of them on Gramme.
        There are %d patterns. For each, a page shows its access patterns in Java, its tables before
        and after the calls, what each call returned and consumed, and the requests that were sent.

        `./gramme app patterns` lists the patterns, and `./gramme app patterns NAME` runs one and
        prints the same as its page. A run of `apps/patterns` generates the pages, and a test fails
        if a run produces anything else.

        These requests are not counted: refused requests (the service charges for a failed
        condition, but does not report the units), reads of streams, which consume no capacity, and
        work outside the database. The costs below are those of the first call that writes and of
        the first that only reads, as measured.
        """
            .formatted(showings.values().stream().mapToInt(List::size).sum()));
    showings.forEach((theme, shown) -> {
      text.append("\n## ").append(theme.title()).append("\n\n");
      text.append("| pattern | problem | cost |\n|---|---|---|\n");
      for (Showing showing : shown) {
        Pattern pattern = showing.pattern();
        text.append("| [").append(pattern.title()).append("](patterns/").append(theme.file());
        text.append(".md#").append(anchor(pattern.title())).append(") | ");
        text.append(pattern.problem()).append(" | ").append(costs(showing)).append(" |\n");
      }
    });
    return text.toString();
  }

  /** The first call that writes and the first that only reads, with their costs. */
  private static String costs(Showing showing) {
    Optional<Call> write =
        showing.calls().stream().filter(call -> call.consumed().total().write() > 0).findFirst();
    Optional<Call> read =
        showing.calls().stream()
            .filter(call -> call.consumed().total().write() == 0)
            .filter(call -> call.consumed().total().read() > 0)
            .findFirst();
    List<String> costs =
        showing.calls().stream()
            .filter(call ->
                write.filter(call::equals).isPresent() || read.filter(call::equals).isPresent())
            .map(call -> call.what() + ": " + call.cost())
            .toList();
    return costs.isEmpty() ? "none in the database" : String.join("<br>", costs);
  }

  static String anchor(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
  }

  private String page(Theme theme, List<Showing> shown) {
    var text = new StringBuilder();
    text.append("# ").append(theme.title()).append("\n\n");
    text.append(
        "Patterns of [the catalogue](../patterns.md), as a run of `apps/patterns` prints them");
    text.append(" (this page is generated):\n\n");
    for (Showing showing : shown) {
      String title = showing.pattern().title();
      text.append("- [").append(title).append("](#").append(anchor(title)).append(")\n");
    }
    text.append(
        """

        Tables and indexes are drawn with the partition keys at the left and the items of each
        partition in rows. After the calls, only partitions with changes are shown: `+` marks a new
        item, `~` one with changes, which are in bold, and `-` a deleted one. Deleted tables are not
        drawn. Of the requests of one call that differ only in values, only the first is shown. Long
        texts are shortened, and binary values are shown as their length. A cost counts only requests
        whose response reports consumed capacity: refused requests and operations on whole tables
        report none. A Scan of a table on demand consumes at least 2 RCU, because it reads four
        partitions.
        """);
    shown.forEach(showing -> pattern(text, showing));
    return text.toString();
  }

  private void pattern(StringBuilder text, Showing showing) {
    Pattern pattern = showing.pattern();
    text.append("\n## ").append(pattern.title()).append("\n\n");
    text.append("**Problem:** ").append(pattern.problem()).append("\n\n");
    text.append(withLinks(pattern.purpose().strip())).append("\n\n");
    text.append("Source: [").append(path(pattern.getClass()).replaceFirst(".*/", ""));
    text.append("](../../")
        .append(path(pattern.getClass()))
        .append("). To run it: `./gramme app patterns ");
    text.append(pattern.name()).append("`.\n\n");
    text.append("```java\n").append(SourceText.of(pattern.model())).append("\n```\n\n");
    text.append("**Before the calls**\n\n");
    tables(text, Drawings.before(showing), "There are no tables.");
    text.append("**Calls**\n\n| | call | result | cost |\n|---|---|---|---|\n");
    for (int i = 0; i < showing.calls().size(); i++) {
      Call call = showing.calls().get(i);
      text.append("| ").append(i + 1).append(" | ").append(call.what()).append(" | ");
      text.append(code(ShownText.ofResult(call))).append(" | ");
      text.append(call.detailedCost()).append(" |\n");
    }
    text.append("\n**After the calls**\n\n");
    tables(text, Drawings.after(showing), "The tables contain the same items as before the calls.");
    text.append("**Requests**\n");
    requests(text, showing);
  }

  private static void tables(StringBuilder text, List<Drawing> drawings, String none) {
    if (drawings.isEmpty()) {
      text.append(none).append("\n\n");
    }
    for (Drawing drawing : drawings) {
      text.append(drawing.title().replaceFirst(" (.*)", " `$1`"));
      if (drawing.rows().isEmpty()) {
        text.append(" is empty.\n\n");
      } else {
        text.append(":\n\n").append(DrawingHtml.of(drawing)).append('\n');
      }
    }
  }

  private static void requests(StringBuilder text, Showing showing) {
    for (RequestList.Entry entry : RequestList.of(showing.calls())) {
      text.append('\n').append(entry.number()).append(". ").append(entry.what());
      text.append(entry.note().isEmpty() ? "" : ": " + entry.note()).append('\n');
      for (RequestText.Form form : entry.forms()) {
        text.append("\n   `").append(form.operation()).append('`').append(form.repeated());
        text.append("\n\n   ```json\n").append(form.json().indent(3)).append("   ```\n");
      }
    }
  }

  /** Makes links of a pattern's text right for a page in the folder of pages. */
  private String withLinks(String purpose) {
    return LINK.matcher(purpose).replaceAll(this::link);
  }

  private String link(MatchResult link) {
    if (link.group(1).isEmpty()) {
      return "](../" + link.group(2) + ")";
    }
    for (Map.Entry<Theme, List<Showing>> theme : showings.entrySet()) {
      for (Showing showing : theme.getValue()) {
        if (anchor(showing.pattern().title()).equals(link.group(2))) {
          return "](" + theme.getKey().file() + ".md#" + link.group(2) + ")";
        }
      }
    }
    throw new IllegalStateException("no pattern has the anchor " + link.group(2));
  }

  /** The path of a source from the root of the project. */
  static String path(Class<?> source) {
    return "apps/patterns/src/main/java/" + source.getName().replace('.', '/') + ".java";
  }

  private static String code(String value) {
    return value.isEmpty() ? "" : "`" + value.replace("|", "\\|") + "`";
  }
}
