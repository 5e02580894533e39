package dev.gramme.apps.patterns;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes a drawing as plain text: each partition key, and below it a line for each of its items.
 */
final class DrawingText {
  private DrawingText() {}

  static String of(Drawing drawing) {
    int width =
        drawing.rows().stream().mapToInt(row -> sortKey(drawing, row).length()).max().orElse(0);
    var text = new StringBuilder(drawing.title()).append('\n');
    for (int i = 0; i < drawing.rows().size(); i++) {
      Drawing.Row row = drawing.rows().get(i);
      if (drawing.rowsOfPartition(i) > 0) {
        text.append("  ").append(drawing.keys().getFirst()).append(" = ");
        text.append(row.partition()).append('\n');
      }
      String mark = row.mark().sign();
      String line = "  %1s %-" + Math.max(1, width) + "s  %s";
      text.append(line.formatted(mark, sortKey(drawing, row), attributes(row)).stripTrailing());
      text.append('\n');
    }
    if (drawing.omitted() > 0) {
      text.append("  … and ").append(drawing.omitted()).append(" more\n");
    }
    return text.toString();
  }

  private static String sortKey(Drawing drawing, Drawing.Row row) {
    List<String> parts = new ArrayList<>();
    for (int i = 1; i < row.keys().size(); i++) {
      parts.add(drawing.keys().get(i) + " = " + row.keys().get(i));
    }
    return String.join(", ", parts);
  }

  private static String attributes(Drawing.Row row) {
    List<String> parts = new ArrayList<>();
    row.attributes().forEach((name, value) -> parts.add(name + ": " + value));
    return String.join(", ", parts);
  }
}
