package dev.gramme.conformance.cases;

import dev.gramme.conformance.cases.CaseFile.Case;
import dev.gramme.conformance.cases.CaseFile.Step;
import dev.gramme.conformance.support.RawResponse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Runs cases and replaces their expectations by the answers: a line with the status, and the body
 * on the next line. {@code 200 unordered} is kept from the expectation, because it says how to
 * compare.
 */
final class CaseRecorder {
  private static final int ATTEMPTS = 3;
  private static final String UNORDERED = " unordered";
  private static final Set<String> READS =
      Set.of("BatchGetItem", "ExecuteStatement", "GetItem", "Query", "Scan", "SearchVectors");

  /** Reads of the service are usually stale for less than this. */
  private static final Duration STALENESS = Duration.ofSeconds(1);

  /** Errors that depend on the account, not on the request. */
  private static final Set<String> TRANSIENT =
      Set.of(
          "AccessDeniedException",
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "ThrottlingException");

  private static final Set<String> BAD_CREDENTIALS =
      Set.of(
          "ExpiredTokenException",
          "InvalidSignatureException",
          "MissingAuthenticationTokenException",
          "UnrecognizedClientException");

  private final RepeatingClient client;
  private final CaseTables tables;
  private final CaseRunner runner;
  private final Folding folding;
  private final boolean aws;

  /** A case without answers to record. */
  static final class UnansweredException extends Exception {
    private static final long serialVersionUID = 1;

    UnansweredException(String message, Throwable cause) {
      super(message, cause);
    }

    UnansweredException(String message) {
      super(message);
    }
  }

  /**
   * A recorder.
   *
   * @param aws whether reads may be stale, and errors may depend on the account or the time
   */
  CaseRecorder(RepeatingClient client, CaseTables tables, Folding folding, boolean aws) {
    this.client = client;
    this.tables = tables;
    this.runner = new CaseRunner(client, tables);
    this.folding = folding;
    this.aws = aws;
  }

  /** Runs a case. If the connection fails, repeats it with another key, three times at most. */
  Case record(Case one) throws UnansweredException {
    for (int attempt = 1; ; attempt++) {
      var variables = tables.variables();
      try {
        return recordOnce(one, variables);
      } catch (UncheckedIOException failed) {
        if (attempt == ATTEMPTS) {
          throw new UnansweredException("no answer: " + failed.getMessage(), failed);
        }
      } catch (IllegalArgumentException | IllegalStateException impossible) {
        throw new UnansweredException(String.valueOf(impossible.getMessage()), impossible);
      } finally {
        runner.cleanUp(variables);
      }
    }
  }

  private Case recordOnce(Case one, CaseTables.Variables variables) throws UnansweredException {
    var steps = new ArrayList<Step>();
    boolean written = false;
    for (var step : one.steps()) {
      boolean reads = READS.contains(step.operation());
      if (aws && reads && written) {
        client.stop().pause(STALENESS);
      }
      written = !reads;
      steps.add(recorded(step, runner.call(step, variables), variables));
    }
    return new Case(one.name(), steps);
  }

  private Step recorded(Step step, RawResponse answer, CaseTables.Variables variables)
      throws UnansweredException {
    var body =
        folding.fold(step.operation(), step.request(), answer.status(), answer.text(), variables);
    var error = answer.status() == 400 ? answer.errorType() : "";
    if (isBadCredentials(answer)) {
      throw new RecordException("the endpoint refuses the credentials: " + body);
    }
    if (aws && (answer.status() >= 500 || isTransient(error, step))) {
      throw new UnansweredException(body);
    }
    var lines = new ArrayList<String>();
    lines.add(answer.status() + (isUnordered(step) ? UNORDERED : ""));
    if (!body.isEmpty()) {
      lines.add(body);
    }
    return new Step(step.operation(), step.request(), lines, List.of());
  }

  /** Whether the server refuses the credentials. */
  static boolean isBadCredentials(RawResponse answer) {
    return answer.status() == 400 && BAD_CREDENTIALS.contains(answer.errorType());
  }

  private static boolean isTransient(String error, Step step) {
    return TRANSIENT.contains(error)
        && step.expected().stream().noneMatch(line -> line.contains(error))
        && step.current().stream().noneMatch(line -> line.contains(error));
  }

  /** Whether the order of arrays in the answer does not matter. */
  static boolean isUnordered(Step step) {
    return step.expected().getFirst().endsWith(UNORDERED);
  }
}
