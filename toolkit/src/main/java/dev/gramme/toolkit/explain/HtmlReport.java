package dev.gramme.toolkit.explain;

/** An explanation as one page of HTML. */
final class HtmlReport {
  private HtmlReport() {}

  static String of(Explanation explanation) {
    return explanation.text();
  }
}
