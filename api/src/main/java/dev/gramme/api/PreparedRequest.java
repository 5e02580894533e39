package dev.gramme.api;

import dev.gramme.api.access.AccessScope;
import dev.gramme.auth.policy.Access;
import dev.gramme.model.ApiError;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** A request that can be authorized and executed, once. */
public interface PreparedRequest {

  /** A request whose parts cannot be denied individually. */
  static PreparedRequest of(
      Function<AccessScope, List<Access>> accesses, Supplier<CompletionStage<Output>> execution) {
    return new PreparedRequest() {
      @Override
      public List<Access> accesses(AccessScope scope) {
        return accesses.apply(scope);
      }

      @Override
      public CompletionStage<Output> execute() {
        return execution.get();
      }
    };
  }

  /**
   * The accesses that must be allowed before the request is executed. Called only if access control
   * is enabled.
   *
   * <p>Errors that depend on a table's definition go through {@link AccessScope#byDefinition}.
   *
   * @throws ApiError for another error of the request, such as an invalid ARN of a table
   */
  List<Access> accesses(AccessScope scope);

  /**
   * Executes the request.
   *
   * @return the answer; fails with an {@link ApiError} for an error that the client caused. Such an
   *     error may also be thrown immediately
   */
  CompletionStage<Output> execute();

  /**
   * Executes a request some of whose parts the caller is not allowed to run. The service fails the
   * statements of a batch individually, and lists those of a transaction in its cancellation
   * reasons.
   *
   * @param denied the errors of the denied parts, by the numbers of their accesses
   */
  default CompletionStage<Output> execute(Map<Integer, ApiError> denied) {
    if (!denied.isEmpty()) {
      throw denied.values().iterator().next();
    }
    return execute();
  }
}
