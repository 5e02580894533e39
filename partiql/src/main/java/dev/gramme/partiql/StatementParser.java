package dev.gramme.partiql;

import dev.gramme.model.ApiError;
import dev.gramme.partiql.Statement.Returning;
import dev.gramme.partiql.Statement.Target;
import dev.gramme.partiql.Statement.Update.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the text of a statement. */
public final class StatementParser {
  private static final Set<String> JOINS =
      Set.of("join", "inner", "left", "right", "full", "cross", "outer");

  private final TokenReader tokens;
  private final TermParser terms;

  /**
   * A statement and the number of its parameters.
   *
   * @param parameters the number of {@code ?}
   */
  public record Parsed(Statement statement, int parameters) {}

  private StatementParser(TokenReader tokens) {
    this.tokens = tokens;
    this.terms = new TermParser(tokens);
  }

  /**
   * Parses a statement.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if the text is not well formed
   */
  public static Parsed parse(String text) {
    var parser = new StatementParser(new TokenReader(Lexer.tokens(text)));
    Statement statement = parser.statement();
    parser.tokens.takeSymbol(";");
    if (parser.tokens.peek().kind() != Token.Kind.END) {
      throw StatementFaults.notWellFormed(StatementFaults.UNEXPECTED_TOKEN);
    }
    return new Parsed(statement, parser.terms.parameters());
  }

  private Statement statement() {
    if (tokens.peek().kind() == Token.Kind.IDENTIFIER && tokens.peekSecond().isKeyword("is")) {
      throw noStatement(terms.term());
    }
    Token verb = tokens.next();
    return switch (verb.kind() == Token.Kind.KEYWORD ? verb.text() : "") {
      case "select" -> select();
      case "insert" -> insert();
      case "update" -> update();
      case "from" -> updateFrom();
      case "delete" -> delete();
      case "exists" -> exists();
      default -> throw StatementFaults.notWellFormed(StatementFaults.NO_DATA_MANIPULATION);
    };
  }

  /** The error for an expression that is not part of a statement (October 2026). */
  private static ApiError noStatement(Term expression) {
    return expression instanceof Term.Is
        ? StatementFaults.of("Unsupported operation: " + expression.kindName())
        : StatementFaults.notWellFormed(StatementFaults.NO_DATA_MANIPULATION);
  }

  private Statement.Select select() {
    List<Term> chosen = chosen();
    tokens.requireKeyword("from", StatementFaults.UNEXPECTED_TOKEN);
    Target source = source();
    Term where = where();
    refuseClauses();
    List<Statement.Select.Order> order = order();
    refuseClauses();
    return new Statement.Select(chosen, source, where, order);
  }

  private List<Term> chosen() {
    if (tokens.takeSymbol("*")) {
      return List.of();
    }
    if (tokens.peek().isKeyword("distinct")) {
      throw StatementFaults.of("Unsupported token in expression: DISTINCT");
    }
    if (tokens.peek().isKeyword("value") || tokens.peek().isKeyword("pivot")) {
      throw StatementFaults.of("Select projection doesn't support value or pivot keywords");
    }
    tokens.takeKeyword("all");
    var chosen = new ArrayList<Term>();
    do {
      chosen.add(terms.term());
      if (tokens.peek().isKeyword("as") || tokens.peek().kind() == Token.Kind.IDENTIFIER) {
        throw StatementFaults.aliasing();
      }
    } while (tokens.takeSymbol(","));
    return chosen;
  }

  private Target source() {
    Token first = tokens.peek();
    switch (first.kind()) {
      case IDENTIFIER -> {}
      case END -> throw StatementFaults.notWellFormed(StatementFaults.UNEXPECTED_TERM);
      case KEYWORD -> throw StatementFaults.unexpectedWord(first);
      case STRING, NUMBER, PARAMETER, OPERATOR, PUNCTUATION ->
          throw StatementFaults.of("Unexpected from source");
    }
    Target target = target();
    Token after = tokens.peek();
    if (after.isSymbol("[")) {
      throw StatementFaults.of("Invalid list expression in source.");
    }
    refuseAlias();
    if (after.isSymbol(",") || isJoin(after)) {
      throw StatementFaults.of("Only select from a single table or index is supported.");
    }
    return target;
  }

  private void refuseAlias() {
    Token after = tokens.peek();
    if (after.kind() == Token.Kind.IDENTIFIER || after.isKeyword("as") || after.isKeyword("at")) {
      throw StatementFaults.aliasing();
    }
  }

  private static boolean isJoin(Token token) {
    return token.kind() == Token.Kind.KEYWORD && JOINS.contains(token.text());
  }

  /** A table, or a table and an index separated by a dot. */
  private Target target() {
    Token table = tokens.next();
    if (table.kind() != Token.Kind.IDENTIFIER) {
      throw StatementFaults.notWellFormed(StatementFaults.NO_SIMPLE_PATH);
    }
    var parts = new ArrayList<>(List.of(table.text()));
    while (tokens.takeSymbol(".")) {
      Token part = tokens.next();
      if (part.kind() != Token.Kind.IDENTIFIER) {
        throw StatementFaults.notWellFormed(StatementFaults.INVALID_STEP);
      }
      parts.add(part.text());
    }
    if (parts.stream().anyMatch(String::isEmpty)) {
      throw StatementFaults.of("Path component cannot be an empty string");
    }
    if (parts.size() > 2) {
      throw StatementFaults.of("A path may contain at most 2 components in the FROM clause");
    }
    return new Target(parts.getFirst(), parts.size() == 2 ? parts.get(1) : null, table.at());
  }

  private @Nullable Term where() {
    return tokens.takeKeyword("where") ? terms.term() : null;
  }

  private void refuseClauses() {
    Token clause = tokens.peek();
    if (clause.isKeyword("group")) {
      throw StatementFaults.of("Unsupported clause: GROUP BY");
    }
    if (clause.isKeyword("having")) {
      throw StatementFaults.of("Unsupported clause: HAVING");
    }
    if (clause.isKeyword("limit")) {
      throw StatementFaults.at("Unsupported clause: LIMIT", tokens.peekSecond().at());
    }
  }

  private List<Statement.Select.Order> order() {
    var order = new ArrayList<Statement.Select.Order>();
    if (!tokens.takeKeyword("order")) {
      return order;
    }
    tokens.requireKeyword("by", StatementFaults.UNEXPECTED_TOKEN);
    do {
      Term by = terms.term();
      boolean descending = tokens.takeKeyword("desc");
      if (!descending) {
        tokens.takeKeyword("asc");
      }
      order.add(new Statement.Select.Order(by, descending));
    } while (tokens.takeSymbol(","));
    return order;
  }

  private Statement insert() {
    tokens.requireKeyword("into", StatementFaults.UNEXPECTED_TOKEN);
    Target target = target();
    refuseIndex(target);
    tokens.requireKeyword("value", StatementFaults.UNEXPECTED_TOKEN);
    Term item = terms.term();
    if (tokens.peek().isKeyword("returning")) {
      throw StatementFaults.of("RETURNING is not supported in INSERT");
    }
    return new Statement.Insert(target, item);
  }

  private static void refuseIndex(Target target) {
    if (target.index() != null) {
      throw StatementFaults.at(
          "FROM clause may only contain a single table name in data manipulation statements",
          target.at());
    }
  }

  private Statement update() {
    Target target = target();
    refuseAlias();
    List<Action> actions = actions();
    Term where = where();
    return new Statement.Update(target, actions, where, returning());
  }

  private Statement updateFrom() {
    Target target = target();
    refuseAlias();
    Term where = where();
    List<Action> actions = actions();
    return new Statement.Update(target, actions, where, returning());
  }

  private List<Action> actions() {
    var actions = new ArrayList<Action>();
    while (true) {
      if (tokens.takeKeyword("set")) {
        do {
          actions.add(assignment());
        } while (tokens.takeSymbol(","));
      } else if (tokens.takeKeyword("remove")) {
        Token first = changedAttribute();
        actions.add(new Action(terms.path(first), null, first.at()));
      } else {
        break;
      }
    }
    if (actions.isEmpty()) {
      throw StatementFaults.notWellFormed(StatementFaults.NO_DATA_MANIPULATION);
    }
    return actions;
  }

  private Action assignment() {
    Token first = changedAttribute();
    var path = terms.path(first);
    tokens.requireSymbol("=", StatementFaults.UNEXPECTED_TOKEN);
    return new Action(path, terms.term(), first.at());
  }

  private Token changedAttribute() {
    Token first = tokens.next();
    if (first.kind() != Token.Kind.IDENTIFIER) {
      throw StatementFaults.notWellFormed(StatementFaults.NO_SIMPLE_PATH);
    }
    return first;
  }

  private Statement delete() {
    tokens.requireKeyword("from", StatementFaults.UNEXPECTED_TOKEN);
    Target target = target();
    refuseAlias();
    Term where = where();
    Returning returning = returning();
    if (returning != null && returning != Returning.ALL_OLD) {
      throw StatementFaults.of(
          "Invalid returning clause: RETURNING "
              + returning.name().replace('_', ' ')
              + " *. Only RETURNING ALL OLD * is allowed in DELETE statements.");
    }
    return new Statement.Delete(target, where, returning);
  }

  private @Nullable Returning returning() {
    if (!tokens.takeKeyword("returning")) {
      return null;
    }
    String scope = oneOf("modified", "all");
    String time = oneOf("new", "old");
    if (!tokens.takeSymbol("*")) {
      throw StatementFaults.of(
          "Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause");
    }
    if (tokens.peek().isSymbol(",")) {
      throw StatementFaults.of(
          "Invalid syntax with multiple returning elements in RETURNING clause");
    }
    boolean old = time.equals("old");
    return scope.equals("all")
        ? (old ? Returning.ALL_OLD : Returning.ALL_NEW)
        : (old ? Returning.MODIFIED_OLD : Returning.MODIFIED_NEW);
  }

  private String oneOf(String one, String other) {
    Token token = tokens.next();
    if (!token.isKeyword(one) && !token.isKeyword(other)) {
      throw StatementFaults.notWellFormed(
          token.kind() == Token.Kind.KEYWORD
              ? StatementFaults.UNEXPECTED_KEYWORD
              : StatementFaults.UNEXPECTED_TERM);
    }
    return token.text();
  }

  private Statement exists() {
    tokens.requireSymbol("(", StatementFaults.UNEXPECTED_KEYWORD);
    tokens.requireKeyword("select", StatementFaults.UNEXPECTED_TERM);
    Statement.Select select = select();
    tokens.requireSymbol(")", StatementFaults.UNEXPECTED_TOKEN);
    return new Statement.Exists(select);
  }
}
