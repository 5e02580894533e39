package dev.gramme.partiql;

import dev.gramme.engine.write.WriteAction;
import dev.gramme.expression.Condition;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key of the item that an UPDATE or DELETE changes, extracted from its WHERE clause.
 *
 * @param rest the other conditions of the clause; null for none
 */
public record WriteKey(Item key, @Nullable Condition rest) {
  private static final String INCOMPLETE =
      "Where clause does not contain a mandatory equality on all key attributes";

  /**
   * The key in a WHERE clause.
   *
   * @param incomplete the text of the error for a clause that does not fix the whole key
   * @throws dev.gramme.model.ApiError a ValidationException if the clause does not fix the whole
   *     key
   */
  static WriteKey of(@Nullable Condition where, TableDefinition table, String incomplete) {
    var key = Item.builder();
    List<Condition> rest = new ArrayList<>(Terms.conjuncts(where));
    for (KeyAttribute attribute : table.key().attributes()) {
      rest = take(attribute.name(), rest, key);
      if (key.get(attribute.name()) == null) {
        throw StatementFaults.of(incomplete);
      }
    }
    return new WriteKey(key.build(), Terms.all(rest));
  }

  private static List<Condition> take(String attribute, List<Condition> terms, Item.Builder key) {
    var rest = new ArrayList<Condition>(terms.size());
    for (Condition term : terms) {
      AttributeValue value = Terms.equal(term, attribute);
      if (value == null) {
        rest.add(term);
      } else if (key.get(attribute) == null) {
        key.put(attribute, value);
      } else if (!value.equals(key.get(attribute))) {
        throw StatementFaults.of(
            "Multiple conditions on same key "
                + attribute
                + ". Only single item Update/Insert/Delete are supported");
      }
    }
    return rest;
  }

  /**
   * The write action of a statement.
   *
   * <p>INSERT requires that no item has the key, UPDATE and EXISTS require that the item exists.
   * DELETE applies its other conditions only if the item exists.
   *
   * @param returnsItem whether the error of a failed condition includes the item
   */
  public static WriteAction action(
      BoundStatement.Write statement, TableDefinition table, boolean returnsItem) {
    return action(statement, table, returnsItem, INCOMPLETE);
  }

  /**
   * The write action of a statement.
   *
   * @param incomplete the text of the error for a WHERE clause of UPDATE or DELETE that does not
   *     fix the whole key
   * @see #action(BoundStatement.Write, TableDefinition, boolean)
   */
  public static WriteAction action(
      BoundStatement.Write statement,
      TableDefinition table,
      boolean returnsItem,
      String incomplete) {
    DocumentPath anyKey = anyKey(table);
    return switch (statement) {
      case BoundStatement.Insert insert ->
          new WriteAction.Put(
              table.name(), insert.item(), new Condition.AttributeNotExists(anyKey), returnsItem);
      case BoundStatement.Change change -> {
        WriteKey of = of(change.where(), table, incomplete);
        var exists = new Condition.AttributeExists(anyKey);
        yield new WriteAction.Change(
            table.name(),
            of.key,
            change.update(),
            of.rest == null ? exists : new Condition.And(List.of(exists, of.rest)),
            returnsItem);
      }
      case BoundStatement.Delete delete -> {
        WriteKey of = of(delete.where(), table, incomplete);
        var missing = new Condition.AttributeNotExists(anyKey);
        yield new WriteAction.Delete(
            table.name(),
            of.key,
            of.rest == null ? null : new Condition.Or(List.of(missing, of.rest)),
            returnsItem);
      }
      case BoundStatement.Exists exists -> check(exists, table, returnsItem);
    };
  }

  private static WriteAction check(
      BoundStatement.Exists exists, TableDefinition table, boolean returnsItem) {
    List<Condition> terms = Terms.conjuncts(exists.read().where());
    var key = Item.builder();
    for (KeyAttribute attribute : table.key().attributes()) {
      // The first equality is the key, further ones are conditions (September 2026).
      for (Condition term : terms) {
        AttributeValue value = Terms.equal(term, attribute.name());
        if (value != null) {
          key.put(attribute.name(), value);
          terms.remove(term);
          break;
        }
      }
    }
    Item found = key.build();
    Condition rest = Terms.all(terms);
    if (exists.read().index() != null || !table.key().isIn(found) || rest == null) {
      throw StatementFaults.of(
          "EXISTS() must contain a single item read with additional condition");
    }
    var condition = new Condition.And(List.of(new Condition.AttributeExists(anyKey(table)), rest));
    return new WriteAction.Check(table.name(), found, condition, returnsItem);
  }

  /** An attribute that every item has. */
  private static DocumentPath anyKey(TableDefinition table) {
    return DocumentPath.of(table.key().hash().getFirst().name());
  }
}
