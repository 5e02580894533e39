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

  /** What the request takes. */
  StructureShape input();

  /**
   * Carries out a request whose shape and constraints have been checked.
   *
   * @return the answer; fails with an {@link dev.gramme.model.ApiError} for what the client caused.
   *     Such an error may also be thrown at once
   */
  CompletionStage<Output> execute(Structure input, Caller caller);

  /**
   * The same with parts that are not allowed. The service fails statements of a batch one by one,
   * and names those of a transaction in its cancellation.
   *
   * @param denied the errors of the parts, by the numbers that their accesses have
   */
  default CompletionStage<Output> execute(
      Structure input, Caller caller, Map<Integer, ApiError> denied) {
    if (!denied.isEmpty()) {
      throw denied.values().iterator().next();
    }
    return execute(input, caller);
  }

  /**
   * What a request wants to do, which has to be allowed before it is carried out. Asked only where
   * not everybody may do everything.
   *
   * <p>Errors that depend on a table's definition go through {@link AccessScope#byDefinition}.
   *
   * @throws dev.gramme.model.ApiError if the request makes no sense for any table, as {@link
   *     #execute} would say
   */
  default List<Access> accesses(Structure input, AccessScope scope) {
    return List.of(scope.general(name(), input));
  }

  /**
   * The wording in which the operation answers a request where this one is spoken. By October 2026
   * most regions gave the current messages in PutItem, UpdateItem, DeleteItem, GetItem, Query and
   * BatchGetItem only; the control plane, Scan, BatchWriteItem and the transactions kept the older
   * ones.
   */
  default Wording wording(Wording spoken, Structure input) {
    return Wording.CLASSIC;
  }

  /**
   * Whether a request may take long on the thread that calls {@link #execute}, so that it should
   * not be one that serves other clients.
   */
  default boolean isLong() {
    return false;
  }
}
