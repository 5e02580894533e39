package dev.gramme.apps.grid.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.grid.document.Documents;
import dev.gramme.apps.grid.document.IndexTable;
import dev.gramme.apps.grid.sample.SampleProject;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.EntityLoad;
import dev.gramme.toolkit.explain.Explain;
import dev.gramme.toolkit.explain.Explanation;
import dev.gramme.toolkit.explain.PatternLoad;
import dev.gramme.toolkit.explain.Workload;
import org.junit.jupiter.api.Test;

/** Checks the budgets of the access patterns against the declared tables. */
class GridExplainTest {
  private static final int VALUES = 40;

  @Test
  void the_single_table_keeps_its_budgets_for_issues_of_40_values() {
    Workload load =
        Workload.NONE
            .entity("V", EntityLoad.bytes(100).items(4_000_000).perPartition(VALUES))
            .entity("I", EntityLoad.bytes(80).items(100_000).perPartition(1))
            .entity("A", EntityLoad.bytes(80).items(400).perPartition(400))
            .entity("P", EntityLoad.bytes(80).items(1).perPartition(1))
            .pattern("issue", PatternLoad.perSecond(500).reads(VALUES + 1))
            .pattern("project", PatternLoad.perSecond(10).reads(401));
    Explanation explanation = Explain.of(SingleTable_ItemsTable.schema(), load).explanation();
    explanation.check();
    assertThat(explanation.pattern("issue").total().read()).isBetween(0.5, 2.0);
  }

  @Test
  void the_classic_tables_keep_their_budgets() {
    Explain.of(
            ClassicLayout_IssueValuesTable.schema(),
            Workload.NONE
                .entity("VALUE", EntityLoad.bytes(110).items(4_000_000).perPartition(VALUES))
                .pattern("values", PatternLoad.perSecond(500).reads(VALUES)))
        .check();
    Explain.of(
            ClassicLayout_IssuesTable.schema(),
            Workload.NONE.entity("ISSUE", EntityLoad.bytes(60).items(100_000)))
        .check();
  }

  @Test
  void the_pre_joined_table_keeps_its_budgets() {
    Explain.of(
            PreJoinedLayout_IssuesTable.schema(),
            Workload.NONE
                .entity("VALUE", EntityLoad.bytes(110).items(4_000_000).perPartition(VALUES))
                .entity("ISSUE", EntityLoad.bytes(90).items(100_000).perPartition(1))
                .pattern("issue", PatternLoad.perSecond(500).reads(VALUES + 1)))
        .check();
  }

  /** The largest document has a value in each of 400 fields. */
  @Test
  void a_document_with_400_fields_keeps_its_budget_and_costs_as_estimated() {
    var sample = SampleProject.of("WIDE", "acme", "Everything", 400, 1, 3);
    Workload load =
        Workload.NONE
            .entity("ISSUE", EntityLoad.sample(Documents.item(sample.issue(1))).items(100_000))
            .pattern("issue", PatternLoad.perSecond(50));
    Explanation explanation = Explain.of(Documents.schema(), load).check();
    try (var stage = Stage.of(Design.DOCUMENT)) {
      stage.grid().load("WIDE", sample.issues(1));
      var meter = new CapacityMeter();
      Clients clients = Clients.of(meter.around(stage.gramme().client()));
      var consumed =
          meter.measure(() -> DocumentGrid.documents(clients).issue("WIDE-1")).consumed();
      assertThat(consumed.total().read()).isEqualTo(explanation.pattern("issue").total().read());
    }
    Explain.of(
            IndexTable.schema(),
            Workload.NONE
                .entity("E", EntityLoad.bytes(60).items(4_000_000).perPartition(50_000))
                .pattern("ofColumn", PatternLoad.perSecond(500).reads(50))
                .pattern("all", PatternLoad.perSecond(0).inBackground()))
        .check();
  }
}
