package dev.gramme.engine.write;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One or more actions, each on another item, that commit together.
 *
 * @param token makes a transaction idempotent, null for none
 */
public record WriteRequest(
    List<WriteAction> actions, Kind kind, ItemChange.Cause cause, @Nullable ClientToken token) {

  /** How faults are reported. */
  public enum Kind {
    /** One action: its fault is the error. */
    SINGLE,
    /** Puts and deletes without conditions: any fault refuses all. */
    BATCH,
    /** A transaction: faults are cancellation reasons. */
    TRANSACTION
  }

  public WriteRequest {
    actions = List.copyOf(actions);
  }

  /** A client's single action. */
  public static WriteRequest single(WriteAction action) {
    return new WriteRequest(List.of(action), Kind.SINGLE, ItemChange.Cause.CLIENT, null);
  }
}
