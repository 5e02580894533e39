package dev.gramme.engine.write;

import dev.gramme.model.ApiError;
import java.util.List;
import java.util.Optional;

/** Admits or rejects the writes of clients before anything is written. */
public interface WriteGate {
  /** The admission of one request. */
  Pass pass();

  /**
   * The admission of one request. Its transaction may be attempted several times; each attempt
   * calls {@link #admit}.
   */
  interface Pass {
    /**
     * Decides on changes. First refunds what an earlier attempt of the request was charged.
     *
     * @param changes the intended changes with their index entries; sizes of item collections are
     *     not known yet. In an attempt that changes nothing, the item before and after are equal
     * @return for each change, in their order, the error if it is not admitted. The changes of a
     *     transaction are admitted all or none
     */
    List<Optional<ApiError>> admit(List<ItemChange> changes, WriteRequest.Kind kind);
  }
}
