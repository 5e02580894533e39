package dev.gramme.expression;

import dev.gramme.expression.Tokens.Kind;
import dev.gramme.expression.UpdateSyntax.Action;
import dev.gramme.expression.UpdateSyntax.Section;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Parses updates by recursive descent. */
final class UpdateParser extends TokenParser {
  private static final ParseCache<UpdateSyntax> CACHE = new ParseCache<>();

  /** The parse errors, in the order in which they are reported. */
  private enum Rank {
    RESERVED_WORD,
    FUNCTION,
    MISPLACED,
    SECTION
  }

  private final List<Action> actions = new ArrayList<>();

  private UpdateParser(String text) {
    super(text, ExpressionKind.UPDATE);
  }

  /** Parses an update expression. */
  static UpdateSyntax parse(String text) {
    return CACHE.get(text, t -> new UpdateParser(t).whole());
  }

  private UpdateSyntax whole() {
    var seen = EnumSet.noneOf(Section.class);
    do {
      Section section = section();
      if (!seen.add(section)) {
        note(
            Rank.SECTION,
            "The \"" + section + "\" section can only be used once in an update expression;");
      }
      do {
        actions.add(action(section));
      } while (accept(Kind.COMMA));
    } while (next() != Kind.END);
    finish();
    return new UpdateSyntax(List.copyOf(actions));
  }

  private Section section() {
    Section section =
        switch (next()) {
          case SET -> Section.SET;
          case REMOVE -> Section.REMOVE;
          case ADD -> Section.ADD;
          case DELETE -> Section.DELETE;
          default -> throw syntaxError();
        };
    advance();
    return section;
  }

  private Action action(Section section) {
    Syntax.Path path = path(Rank.RESERVED_WORD);
    return switch (section) {
      case SET -> {
        expect(Kind.EQ);
        Syntax value = setValue();
        checkListAppend(value, true);
        yield new Action(section, path, value);
      }
      case REMOVE -> new Action(section, path, null);
      case ADD, DELETE -> new Action(section, path, value());
    };
  }

  /**
   * The value of SET: an operand, two operands with an operator, or an operation in parentheses. No
   * operator may follow an operation in parentheses.
   */
  private Syntax setValue() {
    Syntax left;
    if (next() == Kind.OPEN) {
      int from = open();
      left = setValue();
      close(from);
      if (left instanceof Syntax.Arithmetic) {
        return left;
      }
    } else {
      left = operand();
    }
    boolean minus = next() == Kind.MINUS;
    if (!minus && next() != Kind.PLUS) {
      return left;
    }
    countOperator();
    advance();
    return new Syntax.Arithmetic(minus, left, operand());
  }

  /** Records an error for a {@code list_append} that is not the outermost function of a value. */
  private void checkListAppend(Syntax value, boolean outermost) {
    if (value instanceof Syntax.Call call) {
      if (call.function() == Function.LIST_APPEND && !outermost) {
        note(
            Rank.MISPLACED,
            "The function is not allowed to be used this way in an expression; function: "
                + call.function().text());
      }
      call.arguments().forEach(argument -> checkListAppend(argument, false));
    } else if (value instanceof Syntax.Arithmetic arithmetic) {
      checkListAppend(arithmetic.left(), false);
      checkListAppend(arithmetic.right(), false);
    }
  }

  private Syntax operand() {
    if (next() == Kind.OPEN) {
      int from = open();
      Syntax inner = operand();
      close(from);
      return inner;
    }
    if (next() == Kind.NAME && afterNext() == Kind.OPEN) {
      return call();
    }
    return next() == Kind.VALUE_PLACEHOLDER ? value() : path(Rank.RESERVED_WORD);
  }

  private Syntax call() {
    enter();
    countOperator();
    Function function = function(nextText());
    advance();
    expect(Kind.OPEN);
    var arguments = new ArrayList<Syntax>(2);
    do {
      arguments.add(operand());
    } while (accept(Kind.COMMA));
    expect(Kind.CLOSE);
    leave();
    return new Syntax.Call(function, List.copyOf(arguments));
  }

  /**
   * The function with this name. For an unknown name, which is recorded as an error, an arbitrary
   * function.
   */
  private Function function(String name) {
    Function function = Function.named(name);
    if (function == null) {
      note(Rank.FUNCTION, "Invalid function name; function: " + name);
      return Function.LIST_APPEND;
    }
    if (function.use() != Function.Use.UPDATE) {
      note(Rank.FUNCTION, "The function is not allowed in an update expression; function: " + name);
    }
    return function;
  }
}
