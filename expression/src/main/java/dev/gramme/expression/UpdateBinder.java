package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Wording;
import java.util.ArrayList;

/** Makes an {@link Update} of a parsed one, with the checks that need names and values. */
final class UpdateBinder {

  /**
   * The kinds of errors in the order in which the service looks for them. Between the values and
   * the operands come the paths, see {@link #bind}.
   */
  private enum Rank {
    UNDEFINED_NAME,
    UNDEFINED_VALUE,
    OPERATOR,
    FUNCTION
  }

  /** What stands in for a value that is not defined. */
  private static final UpdateValue UNDEFINED = new UpdateValue.Path(DocumentPath.of(":"));

  private final Placeholders placeholders;
  // The faults of operands are reported only after those of the paths.
  private final Binder names;
  private final Binder operands;

  UpdateBinder(Placeholders placeholders) {
    this.placeholders = placeholders;
    this.names = new Binder(ExpressionKind.UPDATE, placeholders);
    this.operands = new Binder(ExpressionKind.UPDATE, placeholders);
  }

  Update bind(UpdateSyntax syntax) {
    var actions = new ArrayList<UpdateAction>(syntax.actions().size());
    for (UpdateSyntax.Action action : syntax.actions()) {
      actions.add(action(action));
    }
    names.finish();
    Update update = Update.of(actions);
    operands.finish();
    return update;
  }

  private UpdateAction action(UpdateSyntax.Action action) {
    DocumentPath path = names.path(action.path(), Rank.UNDEFINED_NAME);
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
    return switch (syntax) {
      case Syntax.Path path -> new UpdateValue.Path(names.path(path, Rank.UNDEFINED_NAME));
      case Syntax.Value value -> {
        AttributeValue bound = names.value(value, Rank.UNDEFINED_VALUE);
        yield bound == null ? UNDEFINED : new UpdateValue.Constant(bound);
      }
      case Syntax.Arithmetic arithmetic -> arithmetic(arithmetic);
      case Syntax.Call call -> call(call);
      default -> throw new IllegalStateException("the parser took a condition for a value");
    };
  }

  private UpdateValue arithmetic(Syntax.Arithmetic arithmetic) {
    UpdateValue left = value(arithmetic.left());
    UpdateValue right = value(arithmetic.right());
    String operator = arithmetic.minus() ? "-" : "+";
    checkType(Rank.OPERATOR, operator, left, AttributeType.N);
    checkType(Rank.OPERATOR, operator, right, AttributeType.N);
    return arithmetic.minus()
        ? new UpdateValue.Minus(left, right)
        : new UpdateValue.Plus(left, right);
  }

  private UpdateValue call(Syntax.Call call) {
    var arguments = new ArrayList<UpdateValue>(2);
    for (Syntax argument : call.arguments()) {
      arguments.add(value(argument));
    }
    if (!operands.hasOperandCount(call, Rank.FUNCTION)) {
      return UNDEFINED;
    }
    String function = call.function().text();
    UpdateValue first = arguments.getFirst();
    UpdateValue second = arguments.getLast();
    if (call.function() == Function.LIST_APPEND) {
      checkType(Rank.FUNCTION, function, first, AttributeType.L);
      checkType(Rank.FUNCTION, function, second, AttributeType.L);
      return new UpdateValue.ListAppend(first, second);
    }
    if (first instanceof UpdateValue.Path(DocumentPath path)) {
      return new UpdateValue.IfNotExists(path, second);
    }
    operands.notePathRequired(Rank.FUNCTION, function);
    return UNDEFINED;
  }

  /** The value of ADD or DELETE. */
  private AttributeValue constant(Syntax syntax, UpdateSyntax.Section section) {
    AttributeValue bound = names.value((Syntax.Value) syntax, Rank.UNDEFINED_VALUE);
    if (bound == null) {
      return AttributeValue.Null.NULL;
    }
    AttributeType type = bound.type();
    boolean isNumber = type == AttributeType.N && section == UpdateSyntax.Section.ADD;
    if (!isNumber && !type.isSet()) {
      operands.note(
          Rank.OPERATOR,
          "Incorrect operand type for operator or function; operator: "
              + section
              + ", operand type: "
              + type.longName()
              + (placeholders.wording() == Wording.CURRENT
                  ? ", typeSet: ALLOWED_FOR_" + section + "_OPERAND"
                  : ""));
    }
    return bound;
  }

  private void checkType(Rank rank, String operator, UpdateValue value, AttributeType required) {
    AttributeType type = value.fixedType();
    if (type != null && type != required) {
      operands.noteOperandType(rank, operator, type);
    }
  }
}
