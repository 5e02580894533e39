package dev.gramme.toolkit.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class HtmlReportTest {
  private static final Workload LOAD =
      ShopSchema.load()
          .entity(
              "Order",
              EntityLoad.bytes(1_800)
                  .items(50_000_000)
                  .perPartition(50)
                  .perPartition("byStatus", 10_000_000))
          .pattern("export", PatternLoad.perSecond(0.1));

  private final Explain explain = Explain.of(ShopSchema.shop(), LOAD);

  @Test
  void the_page_loads_nothing() throws IOException {
    String page =
        explain
            .suppress("scan-on-request-path", "export", "runs once a night")
            .explanation()
            .html();
    Path target = Path.of("target/explain-shop.html");
    Files.createDirectories(target.getParent());
    Files.writeString(target, page); // for inspection
    assertThat(page).doesNotContain("src=", "@import", "url(", "<link");
  }

  @Test
  void every_pattern_finding_and_index_is_on_the_page() {
    Explanation explanation = explain.explanation();
    String page = explanation.html();
    assertThat(explanation.findings()).isNotEmpty();
    explanation.findings().forEach(finding -> assertThat(page).contains(finding.id()));
    explanation
        .patterns()
        .forEach(cost -> assertThat(page).contains("<b>" + cost.pattern().name()));
    assertThat(page).contains(">byStatus</button>");
  }

  @Test
  void items_are_made_from_the_templates_if_there_are_none() {
    assertThat(explain.explanation().html())
        .contains("CUST#email1", "ORDER#2026-11-21T10:00:00Z#id1", "STATUS#status2", "PROFILE");
  }

  @Test
  void what_is_in_items_is_escaped() {
    var value = AttributeValue.builder().s("<script>'\"&").build();
    String page = explain.samples(List.of(Map.of("pk", value, "sk", value))).explanation().html();
    assertThat(page).contains("&lt;script&gt;&#39;&quot;&amp;").doesNotContain("<script>'");
  }

  @Test
  void an_index_shows_the_items_that_have_its_key() {
    String page = explain.explanation().html();
    String index = page.substring(page.indexOf("id=\"view0\""));
    assertThat(index).contains("gsi1pk (partition key)", "STATUS#status1");
    assertThat(index.substring(0, index.indexOf("</table>"))).doesNotContain("PROFILE");
  }
}
