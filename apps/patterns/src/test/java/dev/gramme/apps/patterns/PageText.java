package dev.gramme.apps.patterns;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Turns the part of a page that is about one pattern into what the command prints, except for the
 * layout: lines and runs of spaces become single spaces.
 */
final class PageText {
  private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(([^)]+)\\)");
  private static final Pattern ROW = Pattern.compile("<tr>(.*?)</tr>");
  private static final Pattern CELL = Pattern.compile("<t[hd][^>]*>(.*?)</t[hd]>");

  private final String part;
  private final String printed;
  private final StringBuilder text = new StringBuilder();

  private PageText(String part, String printed) {
    this.part = part;
    this.printed = printed;
  }

  /**
   * The text of a part, which begins with the title.
   *
   * @param printed what the command prints, from which only the names of keys are taken, since a
   *     table of the page does not distinguish them from other attributes
   */
  static String of(String part, String printed) {
    return new PageText(part, printed).write();
  }

  /** A text without its layout. */
  static String plain(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private String write() {
    String title = part.lines().findFirst().orElseThrow();
    line(title);
    line("=".repeat(title.length()));
    line("Problem: " + between("**Problem:** ", "\n\n"));
    String purpose = between(between("**Problem:** ", "\n\n") + "\n\n", "\n\nSource: ");
    line(LINK.matcher(purpose).replaceAll("$1").replace("`", ""));
    var source = LINK.matcher(between("\nSource: ", "\n"));
    if (!source.find()) {
      throw new IllegalArgumentException("no source: " + part);
    }
    line("Source: " + source.group(2).replace("../", ""));
    heading("Access patterns");
    line(between("```java\n", "\n```"));
    heading("Before the calls");
    tables(between("**Before the calls**", "**Calls**"), "Before the calls", "Calls");
    heading("Calls");
    between("**Calls**", "**After the calls**").lines().skip(4).forEach(this::call);
    heading("After the calls (+ new, ~ changed, - deleted)");
    tables(between("**After the calls**", "**Requests**"), "After the calls", "Requests");
    heading("Requests");
    part.substring(part.indexOf("**Requests**") + "**Requests**".length())
        .lines()
        .filter(line -> !line.strip().startsWith("```"))
        .map(line -> line.replaceFirst("^ {3}`(\\w+)`", "$1"))
        .forEach(this::line);
    return plain(text.toString());
  }

  private String between(String from, String to) {
    return between(part, from, to);
  }

  private static String between(String whole, String from, String to) {
    int begin = whole.indexOf(from);
    int end = begin < 0 ? -1 : whole.indexOf(to, begin + from.length());
    if (end < 0) {
      throw new IllegalArgumentException("no %s before %s in %s".formatted(from, to, whole));
    }
    return whole.substring(begin + from.length(), end);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void heading(String heading) {
    line(heading);
    line("-".repeat(heading.length()));
  }

  private void call(String row) {
    if (row.isBlank()) {
      return;
    }
    String[] cells = row.split("(?<!\\\\)\\|", -1);
    String result = cells[3].strip();
    line(cells[1].strip() + ". " + cells[2].strip());
    if (!result.isEmpty()) {
      line("result: " + result.substring(1, result.length() - 1).replace("\\|", "|"));
    }
    line("cost: " + cells[4].strip());
  }

  /**
   * Tables and indexes.
   *
   * @param heading of the same tables in the printed text
   * @param following the heading after it
   */
  private void tables(String shown, String heading, String following) {
    String same = between(printed, "\n" + heading, "\n" + following + "\n");
    String title = "";
    List<String> names = List.of();
    int keys = 0;
    for (String line : shown.lines().toList()) {
      var row = ROW.matcher(line);
      if (!row.matches()) {
        if (!line.startsWith("<") && !line.isBlank()) {
          title = line.replace("`", "").replaceFirst(":$", "");
          line(title.startsWith("…") ? title.replaceFirst("\\.$", "") : title);
          names = List.of();
        }
        continue;
      }
      List<String> cells = cells(row.group(1));
      if (names.isEmpty()) {
        names = cells;
        keys = keys(cells, same, title);
      } else {
        row(names, keys, cells);
      }
    }
  }

  /** How many of the first names are keys: their values are printed with an equals sign. */
  private static int keys(List<String> names, String same, String title) {
    String table =
        between(same + "\n\n", "\n" + title + "\n", "\n\n")
            .lines()
            .takeWhile(line -> line.startsWith("  "))
            .collect(Collectors.joining("\n"));
    int keys = names.getFirst().isEmpty() ? 1 : 0;
    while (keys < names.size() && table.contains(names.get(keys) + " = ")) {
      keys++;
    }
    return keys;
  }

  /** The first cell is a mark if the first name is empty; a partition key has bold letters. */
  private void row(List<String> names, int keys, List<String> cells) {
    int at = 0;
    int name = 0;
    String mark = "";
    if (names.getFirst().isEmpty()) {
      mark = cells.get(at++) + " ";
      name++;
    }
    if (cells.size() - at > 0 && cells.get(at).startsWith("<b>")) {
      line(names.get(name) + " = " + withoutTags(cells.get(at++)));
    }
    name++;
    List<String> sort = new ArrayList<>();
    for (; name < keys; name++) {
      sort.add(names.get(name) + " = " + withoutTags(cells.get(at++)));
    }
    List<String> attributes = new ArrayList<>();
    for (; at < cells.size(); at++, name++) {
      String[] named = cells.get(at).split("<br>", 2);
      attributes.add(
          named.length == 2
              ? withoutTags(named[0]) + ": " + withoutTags(named[1])
              : withoutTags(names.get(name)) + ": " + withoutTags(named[0]));
    }
    line(mark + String.join(", ", sort) + "  " + String.join(", ", attributes));
  }

  private static List<String> cells(String row) {
    return CELL.matcher(row)
        .results()
        .map(found -> group(found).replace("<code>", "").replace("</code>", ""))
        .toList();
  }

  private static String group(MatchResult found) {
    return found.group(1);
  }

  private static String withoutTags(String cell) {
    return cell.replace("<b>", "")
        .replace("</b>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }
}
