package dev.gramme.partiql;

import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Function;
import dev.gramme.expression.Update;
import dev.gramme.expression.UpdateAction;
import dev.gramme.expression.UpdateFactory;
import dev.gramme.expression.UpdateValue;
import dev.gramme.model.AttributeValue;
import dev.gramme.partiql.Statement.Update.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Converts the SET and REMOVE clauses of a statement to an update. */
final class SetBinder {
  private static final String SET_ADD = "set_add";
  private static final String SET_DELETE = "set_delete";

  private final Values values;
  private final UpdateFactory factory = new UpdateFactory(ExpressionKind.STATEMENT);

  SetBinder(Values values) {
    this.values = values;
  }

  Update bind(List<Action> actions) {
    var bound = new ArrayList<UpdateAction>(actions.size());
    for (Action action : actions) {
      Term value = action.value();
      bound.add(value == null ? new UpdateAction.Remove(action.path()) : assignment(action, value));
    }
    Update update = Update.of(bound, ExpressionKind.STATEMENT);
    factory.finish();
    return update;
  }

  private UpdateAction assignment(Action action, Term value) {
    if (value instanceof Term.Call call) {
      String name = call.function().toLowerCase(Locale.ROOT);
      if (name.equals(SET_ADD)) {
        return new UpdateAction.Add(action.path(), members(action, call));
      }
      if (name.equals(SET_DELETE)) {
        return new UpdateAction.Delete(action.path(), members(action, call));
      }
    }
    return new UpdateAction.Set(action.path(), value(value));
  }

  /** The second argument of SET_ADD or SET_DELETE: the elements to add or remove. */
  private AttributeValue members(Action action, Term.Call call) {
    String name = call.function().toUpperCase(Locale.ROOT);
    if (call.arguments().size() != 2) {
      throw StatementFaults.at(name + " must have exactly two arguments", call.at());
    }
    Term first = call.arguments().getFirst();
    Term second = call.arguments().getLast();
    if (!(first instanceof Term.Path path) || !path.path().equals(action.path())) {
      throw StatementFaults.at(
          "The first argument to " + name + " must equal the assignment value", call.at());
    }
    if (Values.isValue(second)) {
      AttributeValue members = values.of(second);
      if (members.type().isSet()) {
        return members;
      }
    }
    throw StatementFaults.at(
        "The second argument to " + name + " must be a value with type SET", first.at());
  }

  private UpdateValue value(Term term) {
    return switch (term) {
      case Term.Path path -> new UpdateValue.Path(path.path());
      case Term.Arithmetic sum when sum.operator().equals("+") || sum.operator().equals("-") ->
          factory.arithmetic(value(sum.left()), sum.operator().equals("-"), value(sum.right()));
      case Term.Call call -> call(call);
      case Term.Missing missing -> throw WhereBinder.missing();
      case Term.Signed signed ->
          throw StatementFaults.of(
              "Incorrect number of operands for operator or function; operator or function: "
                  + signed.operator()
                  + ", number of operands: 1");
      case Term.Star star -> throw StatementFaults.unexpectedPathComponent(star.at());
      case Term value when Values.isValue(value) -> new UpdateValue.Constant(values.of(value));
      default ->
          throw StatementFaults.of(
              "Unsupported operator in Update Expression. Operator: " + term.kindName());
    };
  }

  private UpdateValue call(Term.Call call) {
    Function function = WhereBinder.function(call);
    if (function.use() != Function.Use.UPDATE) {
      throw StatementFaults.of(
          "The function is not allowed in an update expression; function: " + function.text());
    }
    var arguments = new ArrayList<UpdateValue>(call.arguments().size());
    for (Term argument : call.arguments()) {
      arguments.add(value(argument));
    }
    return factory.call(function, arguments);
  }
}
