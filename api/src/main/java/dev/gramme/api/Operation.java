package dev.gramme.api;

import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;

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
   * Prepares a request whose shape and constraints have been checked: applies the rules that do not
   * depend on the definition of a table, in the service's order, and parses expressions and
   * statements. This has no effects. A {@link ResourceOperation} applies its rules later, when the
   * request is executed.
   *
   * @throws dev.gramme.model.ApiError if the request is invalid for every table
   */
  PreparedRequest prepare(Structure input, Caller caller);

  /**
   * The wording of the operation's messages for the server's setting {@code --wording}. In October
   * 2026 most regions used the current messages only in PutItem, UpdateItem, DeleteItem, GetItem,
   * Query and BatchGetItem; the control plane, Scan, BatchWriteItem and the transactions still used
   * the older ones.
   */
  default Wording wording(Wording configured, Structure input) {
    return Wording.CLASSIC;
  }

  /**
   * Whether a request may occupy the thread that prepares and executes it for long. Such a request
   * should not run on a thread that serves other clients.
   */
  default boolean isLong() {
    return false;
  }
}
