package dev.gramme.apps.patterns;

import java.util.List;

/** Writes a pattern as plain text, with the content of its page. */
final class PatternText {
  private final StringBuilder text = new StringBuilder();

  private PatternText() {}

  static String of(Showing showing) {
    return new PatternText().write(showing);
  }

  private String write(Showing showing) {
    Pattern pattern = showing.pattern();
    text.append(pattern.title()).append('\n');
    text.append("=".repeat(pattern.title().length())).append("\n\n");
    text.append("Problem: ").append(pattern.problem()).append("\n\n");
    text.append(withoutLinks(pattern.purpose().strip())).append("\n\n");
    text.append("Source: ").append(CataloguePages.path(pattern.getClass())).append('\n');
    heading("Access patterns");
    text.append(SourceText.of(pattern.model())).append('\n');
    heading("Before the calls");
    tables(Drawings.before(showing), "There are no tables.");
    heading("Calls");
    calls(showing.calls());
    heading("After the calls (+ new, ~ changed, - deleted)");
    tables(Drawings.after(showing), "The tables contain the same items as before the calls.");
    heading("Requests");
    requests(showing.calls());
    return text.toString();
  }

  private void heading(String heading) {
    text.append('\n').append(heading).append('\n');
    text.append("-".repeat(heading.length())).append("\n\n");
  }

  private static String withoutLinks(String purpose) {
    return purpose.replaceAll("\\[([^]]+)]\\([^)]+\\)", "$1").replace("`", "");
  }

  private void tables(List<Drawing> drawings, String none) {
    if (drawings.isEmpty()) {
      text.append(none).append('\n');
    }
    for (int i = 0; i < drawings.size(); i++) {
      text.append(i == 0 ? "" : "\n");
      Drawing drawing = drawings.get(i);
      text.append(
          drawing.rows().isEmpty() ? drawing.title() + " is empty.\n" : DrawingText.of(drawing));
    }
  }

  private void calls(List<Call> calls) {
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      text.append("%2d. %s%n".formatted(i + 1, call.what()));
      String result = ShownText.ofResult(call);
      if (!result.isEmpty()) {
        text.append("      result: ").append(result).append('\n');
      }
      text.append("      cost:   ").append(call.detailedCost()).append('\n');
    }
  }

  private void requests(List<Call> calls) {
    for (RequestList.Entry entry : RequestList.of(calls)) {
      text.append("%2d. %s".formatted(entry.number(), entry.what()));
      text.append(entry.note().isEmpty() ? "" : ": " + entry.note()).append('\n');
      for (RequestText.Form form : entry.forms()) {
        text.append("    ").append(form.operation()).append(form.repeated()).append('\n');
        text.append(form.json().indent(4));
      }
    }
  }
}
