package dev.gramme.engine.write;

import dev.gramme.model.ApiError;
import java.util.List;
import java.util.Optional;

/** Lets the writes of clients through, or not, before anything of them is written. */
public interface WriteGate {
  /** The way of one request through the gate. */
  Pass pass();

  /** The way of one request. Its transaction may be attempted several times, and asks each time. */
  interface Pass {
    /**
     * Asks to make changes. What an earlier attempt was let through with is given back before.
     *
     * @param changes what would be done, index entries included; sizes of item collections are not
     *     known yet. An attempt that comes to nothing has the item before and after alike
     * @return for each change, in their order, why it is not let through. Of a transaction all
     *     changes are let through or none
     */
    List<Optional<ApiError>> admit(List<ItemChange> changes, WriteRequest.Kind kind);
  }
}
