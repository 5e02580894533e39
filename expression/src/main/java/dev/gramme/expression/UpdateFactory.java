package dev.gramme.expression;

import dev.gramme.model.AttributeType;
import dev.gramme.model.DocumentPath;
import java.util.List;

/**
 * Creates the values of SET from operands and checks them as the service does. {@link #finish}
 * reports the errors. An instance is used for one expression or statement.
 */
public final class UpdateFactory {

  /**
   * The kinds of errors, in the order in which the service checks for them. The paths are checked
   * after the undefined values and before the operands, see {@link UpdateBinder#bind}.
   */
  enum Rank {
    UNDEFINED_NAME,
    UNDEFINED_VALUE,
    OPERATOR,
    FUNCTION
  }

  /** The substitute for an undefined value. */
  static final UpdateValue UNDEFINED = new UpdateValue.Path(DocumentPath.of(":"));

  private final Binder binder;

  /** A factory for the values of this kind of expression. */
  public UpdateFactory(ExpressionKind kind) {
    this(new Binder(kind, Placeholders.none()));
  }

  UpdateFactory(Binder binder) {
    this.binder = binder;
  }

  /**
   * Throws the recorded error, if there is one.
   *
   * @throws dev.gramme.model.ApiError a ValidationException with the first error of the lowest rank
   */
  public void finish() {
    binder.finish();
  }

  /** The sum or the difference of two numbers. */
  public UpdateValue arithmetic(UpdateValue left, boolean minus, UpdateValue right) {
    String operator = minus ? "-" : "+";
    checkType(Rank.OPERATOR, operator, left, AttributeType.N);
    checkType(Rank.OPERATOR, operator, right, AttributeType.N);
    return minus ? new UpdateValue.Minus(left, right) : new UpdateValue.Plus(left, right);
  }

  /** A function that returns a value: {@link Function.Use#UPDATE}. */
  public UpdateValue call(Function function, List<UpdateValue> arguments) {
    if (!binder.hasOperandCount(function, arguments.size(), Rank.FUNCTION)) {
      return UNDEFINED;
    }
    UpdateValue first = arguments.get(0);
    UpdateValue second = arguments.get(arguments.size() - 1);
    if (function == Function.LIST_APPEND) {
      checkType(Rank.FUNCTION, function.text(), first, AttributeType.L);
      checkType(Rank.FUNCTION, function.text(), second, AttributeType.L);
      return new UpdateValue.ListAppend(first, second);
    }
    if (first instanceof UpdateValue.Path path) {
      return new UpdateValue.IfNotExists(path.path(), second);
    }
    binder.notePathRequired(Rank.FUNCTION, function.text());
    return UNDEFINED;
  }

  private void checkType(Rank rank, String operator, UpdateValue value, AttributeType required) {
    AttributeType type = value.fixedType();
    if (type != null && type != required) {
      binder.noteOperandType(rank, operator, type);
    }
  }
}
