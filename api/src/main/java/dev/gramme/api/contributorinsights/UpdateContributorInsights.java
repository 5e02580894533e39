package dev.gramme.api.contributorinsights;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.NameLengthRules;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.insights.ContributorInsights;
import dev.gramme.engine.insights.InsightSetting.Mode;
import dev.gramme.engine.insights.InsightTarget;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/**
 * Enables or disables contributor insights of a table or index; the answer shows the intermediate
 * status.
 */
public final class UpdateContributorInsights implements ResourceOperation {
  private static final Member<String> TABLE_NAME =
      Member.required("TableName", TableShapes.TABLE_NAME);
  private static final Member<String> INDEX_NAME =
      Member.optional("IndexName", TableShapes.NAME_OF_ANY_LENGTH);
  private static final Member<String> ACTION =
      Member.required("ContributorInsightsAction", Shape.string().oneOf("ENABLE", "DISABLE"));
  private static final Member<String> MODE =
      Member.optional(
          "ContributorInsightsMode",
          Shape.string().oneOf("THROTTLED_KEYS", "ACCESSED_AND_THROTTLED_KEYS"));
  private static final StructureShape SHAPE =
      StructureShape.of("UpdateContributorInsightsInput", TABLE_NAME, INDEX_NAME, ACTION, MODE);

  private final Catalog catalog;
  private final ContributorInsights insights;

  public UpdateContributorInsights(Catalog catalog, ContributorInsights insights) {
    this.catalog = catalog;
    this.insights = insights;
  }

  @Override
  public String name() {
    return "UpdateContributorInsights";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String table = input.require(TABLE_NAME);
    String index = input.get(INDEX_NAME);
    NameLengthRules.check("IndexName", index);
    if (input.require(ACTION).equals("DISABLE")) {
      var target = InsightTargets.find(catalog, table, index, caller);
      return insights
          .disable(target)
          .thenApply(change -> output(target, change, "DISABLING", "DISABLED"));
    }
    var target = InsightTargets.findForUpdate(catalog, table, index, caller);
    String mode = input.get(MODE);
    return insights
        .enable(target, mode == null ? null : Mode.valueOf(mode))
        .thenApply(change -> output(target, change, "ENABLING", "ENABLED"));
  }

  private static Output output(
      InsightTarget target, ContributorInsights.Change change, String underWay, String done) {
    return out -> {
      InsightTargets.write(out, target);
      out.name("ContributorInsightsStatus").string(change.changed() ? underWay : done);
      var setting = change.setting();
      if (setting != null) {
        out.name("ContributorInsightsMode").string(setting.mode().name());
      }
    };
  }
}
