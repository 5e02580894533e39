package dev.gramme.api;

import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** An operation of the protocol. */
public interface Operation {

  /** The name, such as {@code PutItem}. */
  String name();

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
   * Whether a request may take long on the thread that calls {@link #execute}, so that it should
   * not be one that serves other clients.
   */
  default boolean isLong() {
    return false;
  }
}
