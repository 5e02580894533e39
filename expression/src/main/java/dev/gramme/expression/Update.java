package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.model.budget.RequestBudget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes that UpdateItem makes to an item. All actions read the item before the update, so
 * their order does not matter.
 */
public final class Update {
  private final List<UpdateAction> actions;
  private final DisjointPaths paths;
  private final boolean legacy;
  private final boolean statement;
  private final boolean createsItem;

  private Update(List<UpdateAction> actions, ExpressionKind kind, boolean legacy) {
    this.actions = List.copyOf(actions);
    this.paths = DisjointPaths.of(this.actions.stream().map(UpdateAction::path).toList(), kind);
    this.legacy = legacy;
    this.statement = kind == ExpressionKind.STATEMENT;
    this.createsItem =
        actions.isEmpty() || this.actions.stream().anyMatch(UpdateAction::createsItem);
  }

  /**
   * Parses and binds an update expression.
   *
   * @throws ApiError a ValidationException if it is not valid
   */
  public static Update parse(String text, Placeholders placeholders) {
    return new UpdateBinder(placeholders).bind(UpdateParser.parse(text));
  }

  /**
   * An update with these actions. Without actions it creates an item that has only its key.
   *
   * @throws ApiError a ValidationException if two actions change the same path
   */
  public static Update of(List<UpdateAction> actions) {
    return of(actions, ExpressionKind.UPDATE);
  }

  /**
   * An update whose actions come from an expression or statement of this kind.
   *
   * @throws ApiError a ValidationException if two actions change the same path
   */
  public static Update of(List<UpdateAction> actions, ExpressionKind kind) {
    return new Update(actions, kind, false);
  }

  /** The update of the legacy parameter AttributeUpdates, which has other evaluation errors. */
  public static Update ofAttributeUpdates(List<UpdateAction> actions) {
    return new Update(actions, ExpressionKind.UPDATE, true);
  }

  /** The actions, in the order of the text. */
  public List<UpdateAction> actions() {
    return actions;
  }

  /** The changed paths, in the order of the text. */
  public List<DocumentPath> paths() {
    return paths.paths();
  }

  /** The paths that the values of SET read, in the order of the text. */
  public List<DocumentPath> operandPaths() {
    var read = new ArrayList<DocumentPath>();
    for (UpdateAction action : actions) {
      if (action instanceof UpdateAction.Set set) {
        set.value().addPaths(read);
      }
    }
    return read;
  }

  /** Whether the update comes from a PartiQL statement. */
  public boolean isStatement() {
    return statement;
  }

  /** Whether the update of an item that does not exist creates it. */
  public boolean createsItem() {
    return createsItem;
  }

  /**
   * The item after the update.
   *
   * @param before the item, null if it does not exist
   * @param key the key attributes of a created item
   * @param budget is charged for the new values
   * @return the updated item; empty if the item does not exist and {@link #createsItem} is false
   * @throws ApiError a ValidationException if the update is not valid for the item
   */
  public Item apply(@Nullable Item before, Item key, RequestBudget budget) {
    if (before == null && !createsItem) {
      return Item.empty();
    }
    @Nullable AttributeValue[] values =
        new UpdateEvaluation(before, legacy, budget).values(actions);
    Item base = before == null ? key : before;
    PathTree tree = paths.tree();
    return tree == null ? replaceAttributes(base, values) : tree.replace(base, values);
  }

  /** The item after the update, with an unlimited budget. */
  public Item apply(@Nullable Item before, Item key) {
    return apply(before, key, RequestBudget.unlimited());
  }

  /**
   * The result for {@code ReturnValues: UPDATED_OLD}: the old values of the changed paths that
   * existed.
   */
  public Item updatedOld(@Nullable Item before) {
    return before == null ? Item.empty() : new Projection(paths).apply(before);
  }

  /**
   * The result for {@code ReturnValues: UPDATED_NEW}: the new values of the changed paths that
   * exist.
   */
  public Item updatedNew(Item after) {
    return new Projection(paths).apply(after);
  }

  private Item replaceAttributes(Item base, @Nullable AttributeValue[] values) {
    Item.Builder result = base.toBuilder();
    for (int i = 0; i < values.length; i++) {
      String name = actions.get(i).path().attribute();
      AttributeValue value = values[i];
      if (value == null) {
        result.remove(name);
      } else {
        result.put(name, value);
      }
    }
    return result.build();
  }
}
