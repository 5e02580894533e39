package dev.gramme.partiql;

import dev.gramme.engine.write.ItemRules;
import dev.gramme.expression.Condition;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Inserts parameters into statements and makes all checks that do not require the table. */
public final class StatementBinder {
  private final Values values;

  private StatementBinder(Values values) {
    this.values = values;
  }

  /**
   * The statement with its parameters.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if the statement is invalid, or if the
   *     numbers of {@code ?} and of parameters differ
   */
  public static BoundStatement bind(
      StatementParser.Parsed parsed, List<AttributeValue> parameters) {
    if (parsed.parameters() != parameters.size()) {
      throw StatementFaults.of("Number of parameters in request and statement don't match.");
    }
    return new StatementBinder(new Values(parameters)).bind(parsed.statement());
  }

  /**
   * Checks the numerals of a SELECT and the nesting of its literals.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if a number is out of range or too
   *     precise, or if the nesting is too deep
   */
  public static void checkLiterals(Statement.Select select) {
    select.chosen().forEach(Literals::check);
    if (select.where() != null) {
      Literals.check(select.where());
    }
    select.order().forEach(order -> Literals.check(order.by()));
  }

  private BoundStatement bind(Statement statement) {
    return switch (statement) {
      case Statement.Select select -> read(select);
      case Statement.Insert insert ->
          new BoundStatement.Insert(insert.target().table(), item(insert.item()));
      case Statement.Update update -> {
        refuseIndex(update.target());
        yield new BoundStatement.Change(
            update.target().table(),
            new SetBinder(values).bind(update.actions()),
            condition(update.where()),
            update.returning());
      }
      case Statement.Delete delete -> {
        refuseIndex(delete.target());
        yield new BoundStatement.Delete(
            delete.target().table(), condition(delete.where()), delete.returning());
      }
      case Statement.Exists exists -> new BoundStatement.Exists(read(exists.select()));
    };
  }

  private BoundStatement.Read read(Statement.Select select) {
    var paths = new ArrayList<DocumentPath>(select.chosen().size());
    for (Term chosen : select.chosen()) {
      if (!(chosen instanceof Term.Path path)) {
        throw StatementFaults.unexpectedPathComponent(chosen.at());
      }
      paths.add(path.path());
    }
    Selection selection = paths.isEmpty() ? null : Selection.of(paths);
    Condition where = condition(select.where());
    var order = new ArrayList<BoundStatement.Read.Order>();
    for (Statement.Select.Order term : select.order()) {
      order.add(new BoundStatement.Read.Order(attribute(term.by()), term.descending()));
    }
    if (!order.isEmpty() && where == null) {
      throw StatementFaults.of(
          "Must have WHERE clause in the statement when using ORDER BY clause.");
    }
    return new BoundStatement.Read(
        select.target().table(), select.target().index(), selection, where, order);
  }

  private static String attribute(Term by) {
    if (by instanceof Term.Path path && path.path().isTopLevel()) {
      return path.path().attribute();
    }
    throw StatementFaults.of(
        "Argument to ORDER BY must be of type VariableReference. Type: " + by.kindName());
  }

  private Item item(Term term) {
    if (!(term instanceof Term.TupleOf tuple)) {
      throw StatementFaults.at(
          "Unsupported format in item expression. Please use struct format {...} to express item"
              + " values for insert statement.",
          term.at());
    }
    Item item = values.item(tuple);
    ItemRules.checkPutSize(item);
    ItemRules.checkStatementDepth(item);
    return item;
  }

  private @Nullable Condition condition(@Nullable Term where) {
    return where == null ? null : new WhereBinder(values).bind(where);
  }

  private static void refuseIndex(Statement.Target target) {
    if (target.index() != null) {
      throw StatementFaults.of("This operation is not supported on an index");
    }
  }
}
