package dev.gramme.bench.results;

import java.util.Locale;

/** Writes a plot as SVG. Its background is white, so it is legible on a dark page. */
final class Svg {
  static final int WIDTH = 820;

  /** Distinct also for readers with a color vision deficiency (Okabe and Ito). */
  private static final String[] COLORS = {
    "#0072b2", "#e69f00", "#009e73", "#999999", "#56b4e9", "#d55e00"
  };

  static final String INK = "#222222";
  static final String GRID = "#dddddd";

  private final StringBuilder body = new StringBuilder();
  private final String title;

  Svg(String title) {
    this.title = title;
    text(16, 28, "start", 16, title);
  }

  static String color(int number) {
    return COLORS[number % COLORS.length];
  }

  /**
   * Adds a text.
   *
   * @param anchor what is at x: start, middle or end
   */
  void text(double x, double y, String anchor, int size, String text) {
    add(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\" fill=\"%s\">%s</text>",
            x,
            y,
            anchor,
            size,
            INK,
            escaped(text)));
  }

  void line(double x1, double y1, double x2, double y2, String color, double width) {
    add(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>",
            x1,
            y1,
            x2,
            y2,
            color,
            width));
  }

  void box(double x, double y, double width, double height, String color) {
    add(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
            x,
            y,
            width,
            height,
            color));
  }

  void dot(double x, double y, double radius, String fill, String stroke) {
    add(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>",
            x,
            y,
            radius,
            fill,
            stroke));
  }

  /** Adds a line through points, such as {@code 1.0,2.0 3.0,4.0}. */
  void path(String points, String color) {
    add(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>"
            .formatted(points, color));
  }

  private void add(String element) {
    body.append("  ").append(element).append('\n');
  }

  /** The whole document. */
  String document(double height) {
    return String.format(
            Locale.ROOT,
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" width="%d" height="%.0f" role="img" \
            font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif">
              <title>%s</title>
              <rect width="100%%" height="100%%" fill="#ffffff"/>
            """,
            WIDTH,
            height,
            WIDTH,
            height,
            escaped(title))
        + body
        + "</svg>\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
