package dev.gramme.expression.legacy;

import dev.gramme.expression.Update;
import dev.gramme.expression.UpdateAction;
import dev.gramme.expression.UpdateValue;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The change of one top-level attribute in AttributeUpdates.
 *
 * @param action the action; null if not given, which means PUT
 * @param value the value, null if not given
 */
public record AttributeUpdate(@Nullable Action action, @Nullable AttributeValue value) {

  /** The actions. */
  public enum Action {
    ADD,
    PUT,
    DELETE
  }

  /**
   * The update of AttributeUpdates.
   *
   * @param updates the changes by literal attribute name
   * @throws ApiError a ValidationException if a change is not valid
   */
  public static Update update(Map<String, AttributeUpdate> updates) {
    var actions = new ArrayList<UpdateAction>(updates.size());
    for (var entry : updates.entrySet()) {
      actions.add(entry.getValue().toUpdateAction(DocumentPath.of(entry.getKey())));
    }
    return Update.ofAttributeUpdates(actions);
  }

  private UpdateAction toUpdateAction(DocumentPath path) {
    Action chosen = action == null ? Action.PUT : action;
    if (value == null) {
      if (chosen != Action.DELETE) {
        throw invalid("Only DELETE action is allowed when no attribute value is specified");
      }
      return new UpdateAction.Remove(path);
    }
    AttributeType type = value.type();
    return switch (chosen) {
      case PUT -> new UpdateAction.Set(path, new UpdateValue.Constant(value));
      case ADD -> {
        if (type != AttributeType.N && type != AttributeType.L && !type.isSet()) {
          throw invalid("ADD action is not supported for the type " + type);
        }
        yield new UpdateAction.Add(path, value);
      }
      case DELETE -> {
        if (!type.isSet()) {
          throw invalid("DELETE action with value is not supported for the type " + type);
        }
        yield new UpdateAction.Delete(path, value);
      }
    };
  }

  private static ApiError invalid(String text) {
    return ApiError.validation("One or more parameter values were invalid: " + text);
  }
}
