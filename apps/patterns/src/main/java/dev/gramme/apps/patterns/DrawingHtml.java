package dev.gramme.apps.patterns;

import java.util.List;
import java.util.Map;

/**
 * Writes a drawing as a table of HTML within Markdown, because a cell of Markdown cannot span the
 * rows of a partition. If the items of a table differ in their attributes, each cell has the name
 * above its value.
 */
final class DrawingHtml {
  private final Drawing drawing;
  private final StringBuilder html = new StringBuilder();

  private DrawingHtml(Drawing drawing) {
    this.drawing = drawing;
  }

  static String of(Drawing drawing) {
    return new DrawingHtml(drawing).write();
  }

  private String write() {
    html.append("<table>\n");
    head();
    for (int i = 0; i < drawing.rows().size(); i++) {
      row(i);
    }
    html.append("</table>\n");
    if (drawing.omitted() > 0) {
      html.append("\n… and ").append(drawing.omitted()).append(" more.\n");
    }
    return html.toString();
  }

  private void head() {
    html.append("<tr>");
    if (drawing.isOfChanges()) {
      html.append("<th></th>");
    }
    drawing.keys().forEach(key -> html.append("<th>").append(code(key)).append("</th>"));
    drawing
        .columns()
        .ifPresentOrElse(
            columns ->
                columns.forEach(name -> html.append("<th>").append(code(name)).append("</th>")),
            () ->
                html.append("<th colspan=\"")
                    .append(Math.max(1, drawing.widest()))
                    .append("\">attributes</th>"));
    html.append("</tr>\n");
  }

  private void row(int index) {
    Drawing.Row row = drawing.rows().get(index);
    html.append("<tr>");
    int span = drawing.rowsOfPartition(index);
    if (drawing.isOfChanges()) {
      html.append("<td>").append(row.mark().sign()).append("</td>");
    }
    List<String> keys = row.keys();
    if (span > 0) {
      html.append(span > 1 ? "<td rowspan=\"" + span + "\">" : "<td>");
      html.append("<b>").append(code(keys.getFirst()));
      html.append("</b></td>");
    }
    keys.stream().skip(1).forEach(key -> html.append("<td>").append(code(key)).append("</td>"));
    boolean named = drawing.columns().isEmpty();
    for (Map.Entry<String, String> attribute : row.attributes().entrySet()) {
      html.append("<td>");
      if (named) {
        html.append(escaped(attribute.getKey())).append("<br>");
      }
      boolean changed =
          row.mark() == Drawing.Mark.CHANGED && row.changed().contains(attribute.getKey());
      html.append(changed ? "<b>" : "").append(code(attribute.getValue()));
      html.append(changed ? "</b>" : "").append("</td>");
    }
    html.append("</tr>\n");
  }

  private static String code(String text) {
    return text.isEmpty() ? "" : "<code>" + escaped(text) + "</code>";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", " ");
  }
}
