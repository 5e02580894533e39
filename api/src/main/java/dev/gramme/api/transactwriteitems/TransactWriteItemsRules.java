package dev.gramme.api.transactwriteitems;

import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.CHECK;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.CHECK_CONDITION;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.CHECK_KEY;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.CONDITION_CHECK;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.DELETE;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.DELETE_KEY;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.DELETE_REQUEST;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.PUT;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.PUT_ITEM;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.PUT_REQUEST;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.TRANSACT_ITEMS;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.UPDATE;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.UPDATE_EXPRESSION;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.UPDATE_KEY;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.UPDATE_REQUEST;

import dev.gramme.api.Caller;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.item.RequestDigest;
import dev.gramme.api.table.TableReference;
import dev.gramme.api.transactwriteitems.TransactWriteItemsShape.ActionMembers;
import dev.gramme.engine.write.ItemRules;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.ExpressionLimits;
import dev.gramme.expression.Placeholders;
import dev.gramme.expression.Update;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.Utf8;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireItem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of TransactWriteItems that do not depend on a table, in the service's order (October
 * 2026).
 */
final class TransactWriteItemsRules {
  private final Caller caller;
  private final List<WriteAction> actions = new ArrayList<>();
  private final List<String> references = new ArrayList<>();
  private final RequestDigest digest = new RequestDigest();
  private long payloadBytes;

  private TransactWriteItemsRules(Caller caller) {
    this.caller = caller;
  }

  /**
   * The actions of a transaction.
   *
   * @param references for each action, the table as the request names it
   * @param digest identifies the request's content, to recognize a repetition
   */
  record Transaction(List<WriteAction> actions, List<String> references, RequestDigest digest) {}

  static Transaction check(Structure input, Caller caller) {
    var rules = new TransactWriteItemsRules(caller);
    for (Structure item : input.require(TRANSACT_ITEMS)) {
      rules.actions.add(rules.action(item));
    }
    if (rules.payloadBytes > Limits.TRANSACTION_BYTES) {
      // The service's exact text is not known (November 2026).
      throw ApiError.validation("Transaction request payload size cannot exceed 4 MB");
    }
    return new Transaction(rules.actions, rules.references, rules.digest);
  }

  private WriteAction action(Structure item) {
    if (Stream.of(CONDITION_CHECK, PUT_REQUEST, DELETE_REQUEST, UPDATE_REQUEST)
            .filter(item::has)
            .count()
        != 1) {
      throw ApiError.validation(
          "TransactItems can only contain one of Check, Put, Update or Delete");
    }
    Structure check = item.get(CONDITION_CHECK);
    if (check != null) {
      return check(check);
    }
    Structure put = item.get(PUT_REQUEST);
    if (put != null) {
      return put(put);
    }
    Structure delete = item.get(DELETE_REQUEST);
    if (delete != null) {
      return delete(delete);
    }
    return update(item.require(UPDATE_REQUEST));
  }

  private WriteAction check(Structure check) {
    Placeholders placeholders = placeholders(check, CHECK);
    String expression = check.require(CHECK_CONDITION);
    var condition = Condition.parse(ExpressionKind.CONDITION, expression, placeholders);
    placeholders.checkAllUsed();
    Item key = key(check.require(CHECK_KEY));
    digest.add("Check", key, expression, null);
    return new WriteAction.Check(table(check, CHECK), key, condition, returnsItem(check, CHECK));
  }

  private WriteAction put(Structure put) {
    Placeholders placeholders = placeholders(put, PUT);
    Condition condition = condition(put, PUT, placeholders);
    Item item = put.require(PUT_ITEM).transactionItem(caller.wording());
    payloadBytes += item.sizeBytes();
    ItemRules.checkPutSize(item);
    digest.add("Put", item, put.get(PUT.conditionExpression), null);
    return new WriteAction.Put(table(put, PUT), item, condition, returnsItem(put, PUT));
  }

  private WriteAction delete(Structure delete) {
    Placeholders placeholders = placeholders(delete, DELETE);
    Condition condition = condition(delete, DELETE, placeholders);
    Item key = key(delete.require(DELETE_KEY));
    digest.add("Delete", key, delete.get(DELETE.conditionExpression), null);
    return new WriteAction.Delete(
        table(delete, DELETE), key, condition, returnsItem(delete, DELETE));
  }

  private WriteAction update(Structure update) {
    Placeholders placeholders = placeholders(update, UPDATE);
    String expression = update.require(UPDATE_EXPRESSION);
    if (Utf8.length(expression) > ExpressionLimits.MAX_EXPRESSION_BYTES) {
      // Unlike in other operations, the text does not end with the size (October 2026).
      throw ApiError.validation(
          "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;");
    }
    var parsed = Update.parse(expression, placeholders);
    Condition condition = parse(update, UPDATE, placeholders);
    placeholders.checkAllUsed();
    Item key = key(update.require(UPDATE_KEY));
    digest.add("Update", key, update.get(UPDATE.conditionExpression), expression);
    return new WriteAction.Change(
        table(update, UPDATE), key, parsed, condition, returnsItem(update, UPDATE));
  }

  private Item key(WireItem key) {
    Item valid = key.item(caller.wording());
    payloadBytes += valid.sizeBytes();
    KeyRules.checkNotEmpty(valid);
    return valid;
  }

  private Placeholders placeholders(Structure action, ActionMembers members) {
    WireItem values = action.get(members.values);
    var names = action.get(members.names);
    var placeholders = ExpressionParameters.placeholders(names, values, caller.wording());
    if (values != null) {
      payloadBytes += values.valid().sizeBytes();
    }
    digest.add(names, values == null ? Item.empty() : values.valid());
    return placeholders;
  }

  /**
   * The condition of an action without other expressions; unused placeholders are not an error
   * here.
   */
  private static @Nullable Condition condition(
      Structure action, ActionMembers members, Placeholders placeholders) {
    Condition condition = parse(action, members, placeholders);
    if (condition != null) {
      placeholders.checkAllUsed();
    }
    return condition;
  }

  private static @Nullable Condition parse(
      Structure action, ActionMembers members, Placeholders placeholders) {
    String expression = action.get(members.conditionExpression);
    return expression == null
        ? null
        : Condition.parse(ExpressionKind.CONDITION, expression, placeholders);
  }

  private String table(Structure action, ActionMembers members) {
    String reference = action.require(members.tableName);
    references.add(reference);
    String name = TableReference.name(reference, caller);
    digest.add(name);
    return name;
  }

  private static boolean returnsItem(Structure action, ActionMembers members) {
    return "ALL_OLD".equals(action.get(members.returnValuesOnFailure));
  }
}
