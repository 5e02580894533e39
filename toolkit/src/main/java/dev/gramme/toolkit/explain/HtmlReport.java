package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Explanation.Accepted;
import dev.gramme.toolkit.explain.Finding.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Renders an explanation as an HTML page: findings, access patterns, loads, bills, and the items as
 * seen in the table and in each index. Style and script are embedded; the page loads nothing.
 */
final class HtmlReport {
  private final Explanation explanation;
  private final String table;
  private final Html out = new Html();

  private HtmlReport(Explanation explanation) {
    this.explanation = explanation;
    this.table = explanation.schema().name();
  }

  static String of(Explanation explanation) {
    var report = new HtmlReport(explanation);
    report.page();
    return report.out.toString();
  }

  private void page() {
    out.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .element("title", "", table + ": the design explained")
        .raw("\n<style>\n" + resource("report.css") + "</style>\n</head>\n<body>\n<header>")
        .element("h1", "", table)
        .raw("<button id=\"theme\" type=\"button\">Light / dark</button></header>\n<main>\n");
    tiles();
    findings();
    patterns();
    targets();
    bills();
    new HtmlViews(explanation, out).views();
    out.raw("</main>\n<script>\n" + resource("report.js") + "</script>\n</body>\n</html>\n");
  }

  private void tiles() {
    Units second =
        explanation.targets().stream().map(TargetLoad::perSecond).reduce(Units.ZERO, Units::plus);
    double stored = explanation.targets().stream().mapToDouble(TargetLoad::storedBytes).sum();
    out.raw("<div class=\"tiles\">");
    tile(money(explanation.onDemand().total()), "a month on demand");
    tile(money(explanation.provisioned().total()), "a month provisioned");
    tile(Figures.units(second.read()), "read units a second");
    tile(Figures.units(second.write()), "write units a second");
    tile(Figures.bytes(stored), "stored, with indexes");
    tile(count(Severity.ERROR) + " / " + count(Severity.WARNING), "errors / warnings");
    out.raw("</div>\n");
  }

  private void tile(String value, String label) {
    out.raw("<div class=\"tile\">")
        .element("b", "", value)
        .element("span", "", label)
        .raw("</div>");
  }

  private long count(Severity severity) {
    return explanation.findings().stream().filter(f -> f.severity() == severity).count();
  }

  private void findings() {
    out.raw("<h2>Findings</h2>\n");
    if (explanation.findings().isEmpty()) {
      out.raw("<p class=\"quiet\">Nothing is wrong as far as the rules know.</p>\n");
    }
    for (Finding finding : explanation.findings()) {
      out.raw("<div class=\"finding " + finding.severity() + "\">")
          .element("strong", "", finding.subject())
          .raw(" ")
          .element("code", "class=\"quiet\"", finding.id())
          .element("p", "", finding.explanation())
          .element("p", "class=\"quiet\"", finding.advice())
          .raw("</div>\n");
    }
    for (Accepted accepted : explanation.suppressed()) {
      out.raw("<div class=\"finding accepted\">")
          .element("strong", "", accepted.finding().subject())
          .raw(" ")
          .element("code", "class=\"quiet\"", accepted.finding().id())
          .element("p", "class=\"quiet\"", "Accepted: " + accepted.reason())
          .raw("</div>\n");
    }
  }

  private void patterns() {
    out.raw("<section><h2>Access patterns</h2>\n<div class=\"bar\">")
        .raw("<input type=\"search\" placeholder=\"Search\" aria-label=\"Search access patterns\">")
        .raw("</div><div class=\"scroll\"><table><thead><tr>");
    heads(List.of("Pattern", "Call", "On"), "");
    heads(List.of("Reads", "Writes", "Requests", "Calls/s", "Units/s"), "class=\"number\" ");
    heads(List.of("Budget"), "");
    out.raw("</tr></thead><tbody>\n");
    explanation.patterns().forEach(this::pattern);
    out.raw("</tbody></table></div></section>\n");
  }

  private void pattern(PatternCost cost) {
    Units total = cost.total();
    Units second = cost.perSecond();
    out.raw("<tr><td>")
        .element("b", "", cost.pattern().name())
        .element("small", "", String.join("; ", cost.steps()))
        .raw("</td>")
        .cell(cost.pattern().shape().name())
        .cell(cost.servedBy(table))
        .number(unitsOrDash(total.read(), "RCU"), total.read())
        .number(unitsOrDash(total.write(), "WCU"), total.write())
        .number(Figures.count(cost.requests()), cost.requests())
        .number(Figures.units(cost.callsPerSecond()), cost.callsPerSecond())
        .number(second.toString(), second.read() + second.write());
    String budget = cost.pattern().budget().orElse("");
    String verdict =
        switch (cost.verdict()) {
          case NO_BUDGET -> "";
          case WITHIN -> " within";
          case EXCEEDED -> " exceeded";
          case UNREADABLE -> " unreadable";
        };
    out.element("td", "class=\"" + cost.verdict() + "\"", budget + verdict).raw("</tr>\n");
  }

  private static String unitsOrDash(double units, String name) {
    return units == 0 ? "\u2013" : Figures.units(units) + " " + name;
  }

  private void targets() {
    out.raw("<section><h2>Table and indexes</h2>\n<div class=\"scroll\"><table><thead><tr>");
    heads(List.of("Name"), "");
    heads(
        List.of("Items", "Stored", "Reads/s", "Writes/s", "Hottest key", "Keys", "Partitions"),
        "class=\"number\" ");
    out.raw("</tr></thead><tbody>\n");
    for (TargetLoad target : explanation.targets()) {
      Units hottest = target.hottestKey();
      out.raw("<tr>")
          .element("td", "class=\"first\"", target.index().isEmpty() ? table : target.index())
          .number(Figures.count(target.items()), target.items())
          .number(Figures.bytes(target.storedBytes()), target.storedBytes())
          .number(Figures.units(target.perSecond().read()), target.perSecond().read())
          .number(Figures.units(target.perSecond().write()), target.perSecond().write())
          .number(hottest + " /s", hottest.read() + hottest.write())
          .number(Figures.count(target.keys()), target.keys())
          .number(
              target.local() ? "the table's" : Figures.count(target.partitions()),
              target.partitions())
          .raw("</tr>\n");
    }
    out.raw("</tbody></table></div></section>\n");
  }

  private void bills() {
    out.raw("<h2>A month</h2>\n<div class=\"columns\">");
    bill("On demand", explanation.onDemand());
    bill("Provisioned, at 70 % utilization", explanation.provisioned());
    out.raw("</div>\n<p class=\"quiet\">Prices of ")
        .text(explanation.prices().region() + " since " + explanation.prices().date() + ", ")
        .text(explanation.prices().source())
        .raw("</p>\n");
  }

  private void bill(String title, Bill bill) {
    out.raw("<div class=\"scroll\"><table><thead><tr>")
        .element("th", "", title)
        .element("th", "class=\"number\"", "Quantity")
        .element("th", "class=\"number\"", "Price")
        .element("th", "class=\"number\"", bill.currency())
        .raw("</tr></thead><tbody>\n");
    for (Bill.Line line : bill.lines()) {
      out.raw("<tr>")
          .cell(line.what())
          .number(Figures.quantity(line.quantity()) + " " + line.unit(), line.quantity())
          .number(Figures.price(line.price()), line.price())
          .number(Figures.money(line.amount()), line.amount())
          .raw("</tr>\n");
    }
    out.raw("<tr class=\"total\"><td colspan=\"3\">together</td>")
        .number(Figures.money(bill.total()), bill.total())
        .raw("</tr></tbody></table></div>\n");
  }

  private void heads(List<String> names, String attributes) {
    names.forEach(name -> out.element("th", attributes + "data-sort", name));
  }

  private String money(double amount) {
    return Figures.count(Math.round(amount)) + " " + explanation.prices().currency();
  }

  private static String resource(String name) {
    try (var in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
