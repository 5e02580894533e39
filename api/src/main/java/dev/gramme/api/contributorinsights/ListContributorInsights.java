package dev.gramme.api.contributorinsights;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.api.table.TableReference;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.insights.ContributorInsights;
import dev.gramme.engine.insights.InsightSetting;
import dev.gramme.engine.insights.InsightTarget;
import dev.gramme.model.ApiError;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Lists the tables and indexes with contributor insights by name; each table precedes its indexes.
 */
public final class ListContributorInsights implements ResourceOperation {
  /** The maximum and the default number of results in one answer. */
  private static final int MAX_RESULTS = 100;

  private static final Member<String> TABLE_NAME =
      Member.optional("TableName", TableShapes.TABLE_NAME);
  private static final Member<String> NEXT_TOKEN = Member.optional("NextToken", Shape.string());
  private static final Member<Integer> LIMIT =
      Member.optional("MaxResults", Shape.integer().atMost(MAX_RESULTS));
  private static final StructureShape SHAPE =
      StructureShape.of("ListContributorInsightsInput", TABLE_NAME, NEXT_TOKEN, LIMIT);

  private final Catalog catalog;
  private final ContributorInsights insights;

  public ListContributorInsights(Catalog catalog, ContributorInsights insights) {
    this.catalog = catalog;
    this.insights = insights;
  }

  private record Summary(InsightTarget target, InsightSetting setting) {
    /** A text that sorts in the order of the list; names contain no colon. */
    String place() {
      String index = target.index();
      return target.table() + ":" + (index == null ? "" : index);
    }
  }

  @Override
  public String name() {
    return "ListContributorInsights";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String reference = input.get(TABLE_NAME);
    String table = reference == null ? null : TableReference.name(reference, caller);
    if (table != null) {
      TableNameRules.require(catalog, table);
    }
    List<Summary> all = summaries(table);
    int from = from(all, input.get(NEXT_TOKEN));
    int requested = input.getOrDefault(LIMIT, 0);
    int to = Math.min(all.size(), from + (requested < 1 ? MAX_RESULTS : requested));
    String next = to < all.size() ? token(all.get(to - 1)) : null;
    return CompletableFuture.completedFuture(output(all.subList(from, to), next));
  }

  private List<Summary> summaries(@Nullable String table) {
    var summaries = new ArrayList<Summary>();
    for (InsightTarget target : insights.targets()) {
      if (table == null || table.equals(target.table())) {
        insights
            .setting(target.number())
            .filter(InsightSetting::enabled)
            .ifPresent(setting -> summaries.add(new Summary(target, setting)));
      }
    }
    summaries.sort(Comparator.comparing(Summary::place));
    return summaries;
  }

  private static String token(Summary last) {
    return Base64.getEncoder().encodeToString(last.place().getBytes(StandardCharsets.UTF_8));
  }

  /** The position after the entry that a token names, which need not exist any more. */
  private static int from(List<Summary> all, @Nullable String token) {
    if (token == null) {
      return 0;
    }
    String place;
    try {
      place = new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw ApiError.validation("Invalid NextToken");
    }
    return Math.toIntExact(
        all.stream().filter(summary -> summary.place().compareTo(place) <= 0).count());
  }

  private static Output output(List<Summary> summaries, @Nullable String next) {
    return out -> {
      out.name("ContributorInsightsSummaries").beginArray();
      summaries.forEach(summary -> write(out, summary));
      out.endArray();
      if (next != null) {
        out.name("NextToken").string(next);
      }
    };
  }

  private static void write(JsonWriter out, Summary summary) {
    out.beginObject();
    InsightTargets.write(out, summary.target());
    out.name("ContributorInsightsStatus").string("ENABLED");
    out.name("ContributorInsightsMode").string(summary.setting().mode().name());
    out.endObject();
  }
}
