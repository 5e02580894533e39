package dev.gramme.toolkit.estimate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A table on a page of the documents that a test computes. The first line of the table is found on
 * the page. With {@code -Dgramme.rewrite=true} the table on the page is replaced.
 */
public final class PageTable {
  private PageTable() {}

  /**
   * Compares a table with that on a page.
   *
   * @param page the page, such as {@code toolkit/estimates.md}
   * @throws AssertionError if they differ
   */
  public static void check(String page, String table) {
    Path file = documents().resolve(page);
    try {
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      String head = table.lines().findFirst().orElseThrow();
      int from = lines.indexOf(head);
      if (from < 0) {
        throw new AssertionError(file + " has no table with the line " + head);
      }
      List<String> former = lines.subList(from, end(lines, from));
      if (former.equals(table.lines().toList())) {
        return;
      }
      if (!Boolean.getBoolean("gramme.rewrite")) {
        throw new AssertionError(
            "the table in " + file + " differs; -Dgramme.rewrite=true replaces it by\n" + table);
      }
      former.clear();
      former.addAll(table.lines().toList());
      Files.writeString(file, String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int end(List<String> lines, int from) {
    int end = from;
    while (end < lines.size() && lines.get(end).startsWith("|")) {
      end++;
    }
    return end;
  }

  private static Path documents() {
    return root().resolve("docs");
  }

  /** The folder of the sources; Maven runs tests in the folder of a module. */
  static Path root() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("docs/toolkit"))) {
        return at;
      }
    }
    throw new IllegalStateException("no folder docs above the working directory");
  }
}
