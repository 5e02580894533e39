package dev.gramme.api.updateitem;

import dev.gramme.api.Caller;
import dev.gramme.api.updateitem.UpdateItemShape.AttributeUpdateShape;
import dev.gramme.expression.Update;
import dev.gramme.expression.legacy.AttributeUpdate;
import dev.gramme.model.AttributeNames;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts {@code AttributeUpdates} to an update. */
final class AttributeUpdates {

  private AttributeUpdates() {}

  /** The update; without attribute updates it creates an item that consists of the key only. */
  static Update of(@Nullable Map<String, Structure> updates, Caller caller) {
    if (updates == null) {
      return Update.of(List.of());
    }
    updates.keySet().forEach(AttributeNames::check);
    var attributes = LinkedHashMap.<String, AttributeUpdate>newLinkedHashMap(updates.size());
    updates.forEach((name, update) -> attributes.put(name, of(update, caller)));
    return AttributeUpdate.update(attributes);
  }

  private static AttributeUpdate of(Structure update, Caller caller) {
    String action = update.get(AttributeUpdateShape.ACTION);
    WireValue value = update.get(AttributeUpdateShape.VALUE);
    return new AttributeUpdate(
        action == null ? null : AttributeUpdate.Action.valueOf(action),
        value == null ? null : value.value(caller.wording()));
  }
}
