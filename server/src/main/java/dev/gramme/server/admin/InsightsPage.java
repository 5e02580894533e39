package dev.gramme.server.admin;

import dev.gramme.engine.Engine;
import dev.gramme.engine.insights.ContributorInsights;
import dev.gramme.engine.insights.InsightRule;
import dev.gramme.engine.insights.InsightSetting.Mode;
import dev.gramme.engine.insights.InsightTarget;
import dev.gramme.engine.insights.KeyCount;
import dev.gramme.model.Item;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.MetricsSource;
import dev.gramme.server.pipeline.Page;
import dev.gramme.wire.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The most used and the most throttled keys of the last one to two hours, of all tables and indexes
 * with contributor insights. Shown as text, as JSON if the Accept header is exactly {@code
 * application/json}, and the top few as metrics.
 */
public final class InsightsPage implements Page, MetricsSource {
  private static final int SHOWN = 25;
  private static final int IN_METRICS = 5;
  private static final String JSON = "application/json";
  private static final String UNITS = "gramme_contributor_units";
  private static final String THROTTLED = "gramme_contributor_throttled";

  private final ContributorInsights insights;

  public InsightsPage(Engine engine) {
    this.insights = engine.insights();
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    return JSON.equals(request.fields().first("Accept"))
        ? new HttpResponse(200, JSON, json())
        : new HttpResponse(
            200, "text/plain; charset=utf-8", text().getBytes(StandardCharsets.UTF_8));
  }

  private interface Visitor {
    void visit(InsightTarget target, InsightRule rule, List<KeyCount> top);
  }

  private void visit(int limit, Visitor visitor) {
    if (!insights.isCounting()) {
      return;
    }
    for (InsightTarget target : insights.targets()) {
      Optional<Mode> mode =
          insights
              .setting(target.number())
              .filter(setting -> setting.enabled())
              .map(setting -> setting.mode());
      mode.map(target::rules)
          .orElse(List.of())
          .forEach(rule -> visitor.visit(target, rule, insights.top(target, rule, limit)));
    }
  }

  private String text() {
    var text = new StringBuilder();
    visit(
        SHOWN,
        (target, rule, top) -> {
          text.append(title(target)).append(", ").append(words(rule)).append('\n');
          for (KeyCount key : top) {
            text.append("%14.1f  %s%n".formatted(key.count(), keyText(key.key())));
          }
          text.append('\n');
        });
    return text.isEmpty()
        ? "Contributor insights are not enabled for any table.\n"
        : text.toString();
  }

  private byte[] json() {
    var out = new JsonWriter().beginObject();
    out.name("Rules").beginArray();
    visit(
        SHOWN,
        (target, rule, top) -> {
          out.beginObject();
          out.name("TableName").string(target.table());
          String index = target.index();
          if (index != null) {
            out.name("IndexName").string(index);
          }
          out.name("Rule").string(rule.name());
          out.name("Contributors").beginArray();
          for (KeyCount key : top) {
            out.beginObject();
            out.name("Key").item(key.key());
            out.name("Count").number(key.count());
            out.name("AtLeast").number(key.least());
            out.endObject();
          }
          out.endArray().endObject();
        });
    return out.endArray().endObject().toByteArray();
  }

  @Override
  public void addTo(MetricsPage page) {
    addTo(page, UNITS, "3 x write units + read units of the most used keys.", false);
    addTo(page, THROTTLED, "Throttled requests of the most throttled keys.", true);
  }

  private void addTo(MetricsPage page, String name, String help, boolean throttled) {
    page.metric(name, "gauge", help);
    visit(
        IN_METRICS,
        (target, rule, top) -> {
          if (rule.isOfThrottled() == throttled) {
            for (KeyCount key : top) {
              page.sample(
                  name,
                  "resource=\"%s\",rule=\"%s\",key=\"%s\""
                      .formatted(title(target), rule, escaped(keyText(key.key()))),
                  key.count());
            }
          }
        });
  }

  private static String title(InsightTarget target) {
    return target.index() == null ? target.table() : target.table() + "/" + target.index();
  }

  private static String words(InsightRule rule) {
    return switch (rule) {
      case PKC -> "most accessed partition keys, by 3 x write units + read units:";
      case SKC -> "most accessed items, by 3 x write units + read units:";
      case PKT -> "most throttled partition keys, by requests:";
      case SKT -> "most throttled items, by requests:";
    };
  }

  private static String keyText(Item key) {
    return new JsonWriter().item(key).toString();
  }

  private static String escaped(String label) {
    return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
