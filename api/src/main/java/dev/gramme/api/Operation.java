package dev.gramme.api;

import dev.gramme.api.access.AccessScope;
import dev.gramme.auth.policy.Access;
import dev.gramme.model.ApiError;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** An operation of the protocol. */
public interface Operation {

  /** The name, such as {@code PutItem}. */
  String name();

  /** The service's name in the request's target. */
  default String service() {
    return "DynamoDB_20120810";
  }

  /** The shape of the request. */
  StructureShape input();

  /**
   * Executes a request whose shape and constraints have been checked.
   *
   * @return the answer; fails with an {@link dev.gramme.model.ApiError} for an error that the
   *     client caused. Such an error may also be thrown immediately
   */
  CompletionStage<Output> execute(Structure input, Caller caller);

  /**
   * Executes a request some of whose parts the caller is not allowed to run. The service fails the
   * statements of a batch individually, and lists those of a transaction in its cancellation
   * reasons.
   *
   * @param denied the errors of the denied parts, by the numbers of their accesses
   */
  default CompletionStage<Output> execute(
      Structure input, Caller caller, Map<Integer, ApiError> denied) {
    if (!denied.isEmpty()) {
      throw denied.values().iterator().next();
    }
    return execute(input, caller);
  }

  /**
   * The accesses that must be allowed before the request is executed. Called only if access control
   * is enabled.
   *
   * <p>Errors that depend on a table's definition go through {@link AccessScope#byDefinition}.
   *
   * @throws dev.gramme.model.ApiError if the request is invalid for every table, the same error as
   *     from {@link #execute}
   */
  default List<Access> accesses(Structure input, AccessScope scope) {
    return List.of(scope.general(name(), input));
  }

  /**
   * The wording in which the operation answers a request of a caller with the given wording. In
   * October 2026 most regions used the current messages only in PutItem, UpdateItem, DeleteItem,
   * GetItem, Query and BatchGetItem; the control plane, Scan, BatchWriteItem and the transactions
   * still used the older ones.
   */
  default Wording wording(Wording spoken, Structure input) {
    return Wording.CLASSIC;
  }

  /**
   * Whether a request may occupy the thread that calls {@link #execute} for long. Such a request
   * should not run on a thread that serves other clients.
   */
  default boolean isLong() {
    return false;
  }
}
