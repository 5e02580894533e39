package dev.gramme.partiql;

import dev.gramme.expression.ExpressionLimits;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Parses the expressions of a statement by recursive descent. The precedence, from lowest to
 * highest: OR, AND, NOT, comparisons (which cannot be chained), sums, products, signs.
 */
final class TermParser {
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
  private static final Set<String> SUMS = Set.of("+", "-", "||");
  private static final Set<String> PRODUCTS = Set.of("*", "/", "%");

  /** The names of types after IS, as error messages show them. */
  private static final Set<String> TYPES =
      Set.of(
          "missing",
          "null",
          "bool",
          "boolean",
          "blob",
          "clob",
          "string",
          "numeric",
          "struct",
          "tuple",
          "list",
          "bag",
          "sexp",
          "symbol",
          "int",
          "integer",
          "smallint",
          "decimal",
          "float",
          "real",
          "char",
          "character",
          "varchar",
          "date",
          "time",
          "timestamp");

  private final TokenReader tokens;
  private int parameters;
  private int depth;

  TermParser(TokenReader tokens) {
    this.tokens = tokens;
  }

  /** The number of {@code ?} read so far. */
  int parameters() {
    return parameters;
  }

  Term term() {
    if (++depth > StatementLimits.MAX_DEPTH) {
      // The service's error for a statement nested this deep is unknown (November 2026).
      throw StatementFaults.notWellFormed("");
    }
    Term term = disjunction();
    depth--;
    return term;
  }

  private Term disjunction() {
    Term first = conjunction();
    if (!tokens.peek().isKeyword("or")) {
      return first;
    }
    Position at = tokens.peek().at();
    var terms = new ArrayList<>(List.of(first));
    while (tokens.takeKeyword("or")) {
      requireRightSide();
      terms.add(conjunction());
    }
    return new Term.Or(terms, at);
  }

  private Term conjunction() {
    Term first = negation();
    if (!tokens.peek().isKeyword("and")) {
      return first;
    }
    Position at = tokens.peek().at();
    var terms = new ArrayList<>(List.of(first));
    while (tokens.takeKeyword("and")) {
      requireRightSide();
      terms.add(negation());
    }
    return new Term.And(terms, at);
  }

  private Term negation() {
    Token not = tokens.peek();
    int count = 0;
    while (tokens.takeKeyword("not")) {
      count++;
    }
    Term term = comparison();
    // A double negation replaces any even number of NOTs, so their number needs no limit.
    return count % 2 == 0 && count > 0
        ? new Term.Not(new Term.Not(term, not.at()), not.at())
        : count == 0 ? term : new Term.Not(term, not.at());
  }

  private Term comparison() {
    Term left = sum();
    Token operator = tokens.peek();
    if (operator.kind() == Token.Kind.OPERATOR && COMPARISONS.contains(operator.text())) {
      tokens.next();
      requireRightSide();
      String text = operator.text().equals("!=") ? "<>" : operator.text();
      return new Term.Compare(text, left, sum(), operator.at());
    }
    if (tokens.takeKeyword("is")) {
      boolean negated = tokens.takeKeyword("not");
      return negatedIf(negated, new Term.Is(left, typeName(), operator.at()), operator);
    }
    boolean negated = tokens.takeKeyword("not");
    Token verb = tokens.peek();
    if (tokens.takeKeyword("in")) {
      requireRightSide();
      return negatedIf(negated, new Term.In(left, candidates(), verb.at()), operator);
    }
    if (tokens.takeKeyword("between")) {
      requireRightSide();
      Term low = sum();
      tokens.requireKeyword("and", StatementFaults.UNEXPECTED_TOKEN);
      requireRightSide();
      return negatedIf(negated, new Term.Between(left, low, sum(), verb.at()), operator);
    }
    if (verb.isKeyword("like")) {
      throw StatementFaults.of("Unsupported operator in Condition Expression. Operator: like");
    }
    if (negated) {
      throw StatementFaults.notWellFormed(StatementFaults.UNEXPECTED_TOKEN);
    }
    return left;
  }

  private static Term negatedIf(boolean negated, Term term, Token operator) {
    return negated ? new Term.Not(term, operator.at()) : term;
  }

  private String typeName() {
    Token type = tokens.next();
    String name = type.text().toLowerCase(Locale.ROOT);
    if (type.kind() == Token.Kind.IDENTIFIER && (name.equals("int4") || name.equals("int8"))) {
      return name.replace("int", "integer");
    }
    if (type.isKeyword("double") && tokens.takeKeyword("precision")) {
      return "double_precision";
    }
    if (type.isKeyword("character") && tokens.takeKeyword("varying")) {
      return "character_varying";
    }
    if (type.kind() != Token.Kind.KEYWORD || !TYPES.contains(name)) {
      throw StatementFaults.notWellFormed(StatementFaults.NO_TYPE_NAME);
    }
    return name;
  }

  /** The candidates after IN; a single value in parentheses is a sequence, too. */
  private Term candidates() {
    Token open = tokens.peek();
    if (!tokens.takeSymbol("(")) {
      return sum();
    }
    return new Term.ListOf(terms(")"), open.at());
  }

  private Term sum() {
    Term left = product();
    while (tokens.peek().kind() == Token.Kind.OPERATOR && SUMS.contains(tokens.peek().text())) {
      Token operator = tokens.next();
      requireRightSide();
      left = new Term.Arithmetic(operator.text(), left, product(), operator.at());
    }
    return left;
  }

  private Term product() {
    Term left = signed();
    while (tokens.peek().kind() == Token.Kind.OPERATOR && PRODUCTS.contains(tokens.peek().text())) {
      Token operator = tokens.next();
      requireRightSide();
      left = new Term.Arithmetic(operator.text(), left, signed(), operator.at());
    }
    return left;
  }

  private Term signed() {
    Token sign = tokens.peek();
    if (!sign.isSymbol("-") && !sign.isSymbol("+")) {
      return primary();
    }
    tokens.next();
    requireRightSide();
    if (++depth > StatementLimits.MAX_DEPTH) {
      throw StatementFaults.notWellFormed("");
    }
    Term operand = signed();
    depth--;
    if (operand instanceof Term.Numeral(String text, Position at)) {
      return new Term.Numeral(sign.isSymbol("+") ? text : negated(text), at);
    }
    return new Term.Signed(sign.text(), operand, sign.at());
  }

  private static String negated(String number) {
    return number.startsWith("-") ? number.substring(1) : "-" + number;
  }

  private Term primary() {
    Token token = tokens.next();
    return switch (token.kind()) {
      case STRING -> withoutSteps(new Term.Literal(new AttributeValue.S(token.text()), token.at()));
      case NUMBER -> withoutSteps(new Term.Numeral(token.text(), token.at()));
      case PARAMETER -> withoutSteps(new Term.Parameter(parameters++, token.at()));
      case KEYWORD -> keyword(token);
      case IDENTIFIER ->
          tokens.peek().isSymbol("(")
              ? withoutSteps(call(token))
              : new Term.Path(path(token), token.at());
      case PUNCTUATION -> bracketed(token);
      case OPERATOR -> throw StatementFaults.notWellFormed(StatementFaults.UNEXPECTED_OPERATOR);
      case END -> throw StatementFaults.notWellFormed(StatementFaults.UNEXPECTED_TERM);
    };
  }

  private Term keyword(Token token) {
    return switch (token.text()) {
      case "true" -> new Term.Literal(AttributeValue.Bool.TRUE, token.at());
      case "false" -> new Term.Literal(AttributeValue.Bool.FALSE, token.at());
      case "null" -> new Term.Literal(AttributeValue.Null.NULL, token.at());
      case "missing" -> new Term.Missing(token.at());
      default -> {
        if (Keywords.isOperator(token.text()) || !tokens.peek().isSymbol("(")) {
          throw StatementFaults.unexpectedWord(token);
        }
        yield withoutSteps(call(token));
      }
    };
  }

  private Term bracketed(Token open) {
    return switch (open.text()) {
      case "(" -> {
        List<Term> terms = terms(")");
        yield withoutSteps(
            terms.size() == 1 ? terms.getFirst() : new Term.ListOf(terms, open.at()));
      }
      case "[" -> withoutSteps(new Term.ListOf(terms("]"), open.at()));
      case "<<" -> withoutSteps(new Term.BagOf(terms(">>"), open.at()));
      case "{" -> withoutSteps(new Term.TupleOf(entries(), open.at()));
      default -> throw StatementFaults.notWellFormed(StatementFaults.UNEXPECTED_TERM);
    };
  }

  private Term.Call call(Token name) {
    tokens.requireSymbol("(", StatementFaults.UNEXPECTED_TERM);
    Token star = tokens.peek();
    if (star.isSymbol("*") && tokens.peekSecond().isSymbol(")")) {
      tokens.next();
      tokens.next();
      return new Term.Call(name.text(), List.of(new Term.Star(star.at())), name.at());
    }
    return new Term.Call(name.text(), terms(")"), name.at());
  }

  private List<Term> terms(String close) {
    var terms = new ArrayList<Term>();
    if (tokens.takeSymbol(close)) {
      return terms;
    }
    do {
      terms.add(term());
    } while (tokens.takeSymbol(","));
    tokens.requireSymbol(close, StatementFaults.UNEXPECTED_TOKEN);
    return terms;
  }

  private List<Term.TupleOf.Entry> entries() {
    var entries = new ArrayList<Term.TupleOf.Entry>();
    if (tokens.takeSymbol("}")) {
      return entries;
    }
    do {
      Term name = term();
      tokens.requireSymbol(":", StatementFaults.UNEXPECTED_TOKEN);
      entries.add(new Term.TupleOf.Entry(name, term()));
    } while (tokens.takeSymbol(","));
    tokens.requireSymbol("}", StatementFaults.UNEXPECTED_TOKEN);
    return entries;
  }

  /** The path that begins with an identifier that was already read. */
  DocumentPath path(Token first) {
    var elements = new ArrayList<Element>();
    elements.add(new Element.Name(first.text()));
    while (true) {
      if (tokens.takeSymbol(".")) {
        elements.add(namedStep());
      } else if (tokens.takeSymbol("[")) {
        elements.add(bracketedStep());
        tokens.requireSymbol("]", StatementFaults.UNEXPECTED_TOKEN);
      } else {
        break;
      }
    }
    if (elements.size() > ExpressionLimits.MAX_PATH_ELEMENTS) {
      throw StatementFaults.of(
          "The document path has too many nesting elements; nesting levels: " + elements.size());
    }
    return new DocumentPath(elements);
  }

  private Element namedStep() {
    Token step = tokens.next();
    if (step.isSymbol("*")) {
      throw StatementFaults.of("Changing item's hierarchy while reading isn't supported");
    }
    if (step.kind() != Token.Kind.IDENTIFIER) {
      throw StatementFaults.notWellFormed(StatementFaults.INVALID_STEP);
    }
    return new Element.Name(step.text());
  }

  private Element bracketedStep() {
    Term step = term();
    return switch (step) {
      case Term.Literal(AttributeValue.S(String name), Position at) -> new Element.Name(name);
      case Term.Numeral(String text, Position at) -> index(text, at);
      default -> throw StatementFaults.unexpectedPathComponent(step.at());
    };
  }

  private static Element index(String text, Position at) {
    if (text.chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E')) {
      throw StatementFaults.unexpectedPathComponent(at);
    }
    try {
      int position = Integer.parseInt(text);
      if (position >= 0) {
        return new Element.Index(position);
      }
    } catch (NumberFormatException tooLarge) {
      // The error below also covers indexes that are too large.
    }
    throw StatementFaults.at(
        "List index is not within the allowable range; index: [" + text + "]", at);
  }

  /** Checks that no step follows, since only paths may have steps. */
  private Term withoutSteps(Term term) {
    if (tokens.peek().isSymbol(".") || tokens.peek().isSymbol("[")) {
      throw StatementFaults.unexpectedPathComponent(term.at());
    }
    return term;
  }

  private void requireRightSide() {
    if (tokens.peek().kind() == Token.Kind.END) {
      throw StatementFaults.notWellFormed(StatementFaults.NO_RIGHT_SIDE);
    }
  }
}
