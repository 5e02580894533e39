package dev.gramme.api.contributorinsights;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.NameLengthRules;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.insights.ContributorInsights;
import dev.gramme.engine.insights.InsightRule;
import dev.gramme.engine.insights.InsightSetting;
import dev.gramme.engine.insights.InsightTarget;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows whether contributor insights are enabled for a table or index, and with which rules. */
public final class DescribeContributorInsights implements ResourceOperation {
  private static final Member<String> TABLE_NAME =
      Member.required("TableName", TableShapes.TABLE_NAME);
  private static final Member<String> INDEX_NAME =
      Member.optional("IndexName", TableShapes.NAME_OF_ANY_LENGTH);
  private static final StructureShape SHAPE =
      StructureShape.of("DescribeContributorInsightsInput", TABLE_NAME, INDEX_NAME);

  private final Catalog catalog;
  private final ContributorInsights insights;

  public DescribeContributorInsights(Catalog catalog, ContributorInsights insights) {
    this.catalog = catalog;
    this.insights = insights;
  }

  @Override
  public String name() {
    return "DescribeContributorInsights";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String index = input.get(INDEX_NAME);
    NameLengthRules.check("IndexName", index);
    var target = InsightTargets.find(catalog, input.require(TABLE_NAME), index, caller);
    var setting = insights.setting(target.number()).orElse(null);
    return CompletableFuture.completedFuture(out -> {
      InsightTargets.write(out, target);
      if (setting == null) {
        out.name("ContributorInsightsStatus").string("DISABLED");
        return;
      }
      if (setting.enabled()) {
        out.name("ContributorInsightsRuleList").beginArray();
        target.rules(setting.mode()).forEach(rule -> out.string(name(rule, target, setting)));
        out.endArray();
      }
      out.name("ContributorInsightsStatus").string(setting.enabled() ? "ENABLED" : "DISABLED");
      out.name("LastUpdateDateTime").timestamp(setting.updated());
      out.name("ContributorInsightsMode").string(setting.mode().name());
    });
  }

  /** The names of an index's rules were not observed (November 2026). */
  private static String name(InsightRule rule, InsightTarget target, InsightSetting setting) {
    String resource =
        target.index() == null ? target.table() : target.table() + "-" + target.index();
    return "DynamoDBContributorInsights-"
        + rule
        + "-"
        + resource
        + "-"
        + setting.rules().toEpochMilli();
  }
}
