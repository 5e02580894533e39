package dev.gramme.conformance.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rows of the tables of a page of the documentation. */
final class ReferenceTable {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern SEPARATOR = Pattern.compile("(?<!\\\\)\\|");

  private ReferenceTable() {}

  static String page(String name) {
    try {
      return Files.readString(DOCS.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cells of all rows of the tables whose first header is as given. */
  static List<List<String>> rows(String text, String firstHeader) {
    return Stream.of(text.split("\n\n", -1))
        .map(paragraph -> paragraph.lines().filter(line -> line.startsWith("|")).toList())
        .filter(table -> table.size() > 2 && cells(table.getFirst()).getFirst().equals(firstHeader))
        .flatMap(table -> table.stream().skip(2).map(ReferenceTable::cells))
        .toList();
  }

  private static List<String> cells(String row) {
    return SEPARATOR
        .splitAsStream(row.substring(1, row.lastIndexOf('|')))
        .map(String::strip)
        .toList();
  }
}
