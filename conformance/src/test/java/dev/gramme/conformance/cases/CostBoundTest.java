package dev.gramme.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gramme.conformance.cases.CaseFile.Case;
import dev.gramme.conformance.cases.CaseFile.Step;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CostBoundTest {
  private static final double WRITE_UNIT =
      CostBound.DEAREST_REGION * CostBound.USD_PER_MILLION_WRITE_UNITS / 1e6;
  private static final double READ_UNIT =
      CostBound.DEAREST_REGION * CostBound.USD_PER_MILLION_READ_UNITS / 1e6;
  private static final String PUT_LARGE =
      "{\"TableName\":\"${H}\",\"Item\":{\"pk\":{\"S\":\"${key}\"},\"a\":{\"S\":\"${100000*x}\"}}}";

  @Test
  void no_requests_cost_nothing() {
    assertThat(usd()).isZero();
  }

  @Test
  void operations_on_tables_cost_nothing() {
    assertThat(
            usd(step("CreateTable", "{\"TableName\":\"${table}\"}"), step("DescribeTable", "{}")))
        .isZero();
  }

  @Test
  void a_repeated_text_counts_with_its_full_length() {
    assertThat(usd(step("PutItem", PUT_LARGE))).isGreaterThan(98 * WRITE_UNIT);
  }

  @Test
  void a_small_write_to_a_key_counts_the_existing_item() {
    var delete = "{\"TableName\":\"${H}\",\"Key\":{\"pk\":{\"S\":\"${key}\"}}}";
    double alone = usd(step("DeleteItem", delete));
    double after =
        usd(step("PutItem", PUT_LARGE), step("DeleteItem", delete))
            - usd(step("PutItem", PUT_LARGE));
    assertThat(alone).isLessThan(2 * WRITE_UNIT);
    assertThat(after).isGreaterThan(98 * WRITE_UNIT);
  }

  @Test
  void a_write_to_a_shared_key_counts_the_writes_of_other_cases() {
    var bound = new CostBound();
    bound.add(new Case("one", List.of(step("PutItem", PUT_LARGE))));
    double before = bound.usd();
    bound.add(
        new Case(
            "two",
            List.of(
                step("DeleteItem", "{\"TableName\":\"${H}\",\"Key\":{\"pk\":{\"S\":\"a\"}}}"))));
    assertThat(bound.usd() - before).isGreaterThan(98 * WRITE_UNIT);
  }

  @Test
  void transactions_and_indexes_multiply_the_cost() {
    var put =
        "{\"TableName\":\"%s\",\"Item\":{\"pk\":{\"S\":\"${key}\"},\"a\":{\"S\":\"${100000*x}\"}}}";
    var actions = "{\"TransactItems\":[{\"Put\":" + put.formatted("${H}") + "}]}";
    assertThat(usd(step("TransactWriteItems", actions))).isGreaterThan(2 * 98 * WRITE_UNIT);
    assertThat(usd(step("PutItem", put.formatted("${IX}")))).isGreaterThan(7 * 98 * WRITE_UNIT);
  }

  @Test
  void a_statement_that_reads_writes_nothing() {
    var select = "{\"Statement\":\"SELECT * FROM \\\"${H}\\\" WHERE pk = '${100000*x}'\"}";
    var insert = "{\"Statement\":\"INSERT INTO \\\"${H}\\\" VALUE {'pk': '${100000*x}'}\"}";
    assertThat(usd(step("ExecuteStatement", select))).isCloseTo(612 * READ_UNIT, within(1e-12));
    assertThat(usd(step("ExecuteStatement", insert))).isGreaterThan(98 * WRITE_UNIT);
  }

  @Test
  void reads_count_full_pages() {
    assertThat(usd(step("Query", "{}"))).isCloseTo(512 * READ_UNIT, within(1e-12));
    assertThat(usd(step("GetItem", "{}"))).isCloseTo(100 * READ_UNIT, within(1e-12));
  }

  @Test
  void provisioned_throughput_counts_by_the_hour() {
    var request =
        "{\"ProvisionedThroughput\":{\"ReadCapacityUnits\":10,\"WriteCapacityUnits\":20}}";
    assertThat(usd(step("CreateTable", request)))
        .isCloseTo(
            CostBound.DEAREST_REGION
                * 2
                * (10 * CostBound.USD_PER_READ_UNIT_HOUR + 20 * CostBound.USD_PER_WRITE_UNIT_HOUR),
            within(1e-12));
  }

  private static double usd(Step... steps) {
    var bound = new CostBound();
    bound.add(new Case("a case", Arrays.asList(steps)));
    return bound.usd();
  }

  private static Step step(String operation, String request) {
    return new Step(operation, request, List.of("200"), List.of());
  }
}
