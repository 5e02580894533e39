package dev.gramme.conformance.cases;

import dev.gramme.conformance.cases.CaseFile.Step;
import dev.gramme.conformance.support.RawResponse;
import java.util.stream.Stream;

/** Sends the requests of cases. */
final class CaseRunner {
  private final RepeatingClient client;
  private final CaseTables tables;

  CaseRunner(RepeatingClient client, CaseTables tables) {
    this.client = client;
    this.tables = tables;
  }

  /** Sends the request of a step. If it changes a table, waits until that table is active again. */
  RawResponse call(Step step, CaseTables.Variables variables) {
    var request = variables.expand(step.request());
    tables.created().requested(step.operation(), request);
    var expected = Stream.concat(step.expected().stream(), step.current().stream()).toList();
    var response = client.call(step.operation(), request, expected);
    tables.created().answered(step.operation(), request, response);
    if (changesTable(step) && response.status() == 200) {
      tables.awaitActive(variables.table());
    }
    return response;
  }

  /** Deletes the tables that a case has created for itself. */
  void cleanUp(CaseTables.Variables variables) {
    tables.created().delete(variables.table());
  }

  private static boolean changesTable(Step step) {
    return (step.operation().equals("CreateTable") || step.operation().equals("UpdateTable"))
        && step.request().contains("${table}");
  }
}
