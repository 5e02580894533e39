package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import java.util.ArrayList;

/** Turns a parsed update into an {@link Update}. Makes the checks that need names and values. */
final class UpdateBinder {

  // Errors of operands are reported after errors of paths.
  private final Binder names;
  private final Binder operands;
  private final UpdateFactory factory;

  UpdateBinder(Placeholders placeholders) {
    this.names = new Binder(ExpressionKind.UPDATE, placeholders);
    this.operands = new Binder(ExpressionKind.UPDATE, placeholders);
    this.factory = new UpdateFactory(operands);
  }

  Update bind(UpdateSyntax syntax) {
    var actions = new ArrayList<UpdateAction>(syntax.actions().size());
    for (UpdateSyntax.Action action : syntax.actions()) {
      actions.add(action(action));
    }
    names.finish();
    Update update = Update.of(actions);
    factory.finish();
    return update;
  }

  private UpdateAction action(UpdateSyntax.Action action) {
    DocumentPath path = names.path(action.path(), UpdateFactory.Rank.UNDEFINED_NAME);
    Syntax value = action.value();
    if (value == null) {
      return new UpdateAction.Remove(path);
    }
    return switch (action.section()) {
      case SET -> new UpdateAction.Set(path, value(value));
      case ADD -> {
        AttributeValue added = constant(value, action.section());
        yield new UpdateAction.Add(path, added);
      }
      case DELETE -> new UpdateAction.Delete(path, constant(value, action.section()));
      case REMOVE -> new UpdateAction.Remove(path);
    };
  }

  private UpdateValue value(Syntax syntax) {
    if (syntax instanceof Syntax.Path path) {
      return new UpdateValue.Path(names.path(path, UpdateFactory.Rank.UNDEFINED_NAME));
    }
    if (syntax instanceof Syntax.Value value) {
      AttributeValue bound = names.value(value, UpdateFactory.Rank.UNDEFINED_VALUE);
      return bound == null ? UpdateFactory.UNDEFINED : new UpdateValue.Constant(bound);
    }
    if (syntax instanceof Syntax.Arithmetic arithmetic) {
      return factory.arithmetic(
          value(arithmetic.left()), arithmetic.minus(), value(arithmetic.right()));
    }
    if (syntax instanceof Syntax.Call call) {
      return call(call);
    }
    throw new IllegalStateException("the parser returned a condition where a value is required");
  }

  private UpdateValue call(Syntax.Call call) {
    var arguments = new ArrayList<UpdateValue>(2);
    for (Syntax argument : call.arguments()) {
      arguments.add(value(argument));
    }
    return factory.call(call.function(), arguments);
  }

  /** The value of an ADD or DELETE action. */
  private AttributeValue constant(Syntax syntax, UpdateSyntax.Section section) {
    AttributeValue bound = names.value((Syntax.Value) syntax, UpdateFactory.Rank.UNDEFINED_VALUE);
    if (bound == null) {
      return AttributeValue.Null.NULL;
    }
    AttributeType type = bound.type();
    boolean isNumber = type == AttributeType.N && section == UpdateSyntax.Section.ADD;
    if (!isNumber && !type.isSet()) {
      operands.note(
          UpdateFactory.Rank.OPERATOR,
          "Incorrect operand type for operator or function; operator: "
              + section
              + ", operand type: "
              + type.longName()
              // The service names the type set of ADD also for DELETE (October 2026).
              + ", typeSet: ALLOWED_FOR_ADD_OPERAND");
    }
    return bound;
  }
}
