package dev.gramme.api.item;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.access.ItemAccess;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.read.ReadPage;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.read.ScannedPartitions;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Placeholders;
import dev.gramme.expression.Projection;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireItem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members that the requests of Query and Scan share, with their rules. Each of the two shapes
 * has its own instance, and lists the members in its own order.
 */
public final class PageMembers {
  public final Member<String> select = Member.optional("Select", ItemShapes.SELECT);
  public final Member<String> indexName = Member.optional("IndexName", ItemShapes.INDEX_NAME);
  public final Member<String> returnConsumedCapacity =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);

  /** {@code QueryFilter} or {@code ScanFilter}. */
  public final Member<Map<String, Structure>> filter;

  private final String operation;

  public final Member<String> tableName = Member.required("TableName", ItemShapes.TABLE_NAME);
  public final Member<String> conditionalOperator =
      Member.optional("ConditionalOperator", ItemShapes.CONDITIONAL_OPERATOR.currentlyAlone());
  public final Member<List<String>> attributesToGet =
      Member.optional("AttributesToGet", ItemShapes.ATTRIBUTES_TO_GET);
  public final Member<Integer> limit = Member.optional("Limit", Shape.integer().atLeast(1));
  public final Member<Boolean> consistentRead = Member.optional("ConsistentRead", Shape.bool());
  public final Member<WireItem> exclusiveStartKey =
      Member.optional("ExclusiveStartKey", Shape.item());
  public final Member<String> projectionExpression =
      Member.optional("ProjectionExpression", Shape.string());
  public final Member<String> filterExpression =
      Member.optional("FilterExpression", Shape.string());
  public final Member<Map<String, String>> names =
      Member.optional("ExpressionAttributeNames", ItemShapes.NAMES);
  public final Member<WireItem> values =
      Member.optional("ExpressionAttributeValues", Shape.values());

  /** The filter and projection that Query and Scan apply to the evaluated items. */
  public record Selection(@Nullable Condition filter, @Nullable Projection projection) {}

  /**
   * The members of an operation.
   *
   * @param operation {@code Query} or {@code Scan}
   */
  public PageMembers(String operation) {
    this.operation = operation;
    filter = Member.optional(operation + "Filter", ItemShapes.conditions());
  }

  /** The rules of {@code Select} that do not depend on a table. */
  public void checkSelect(Structure input) {
    String wanted = input.get(select);
    boolean projects = input.has(projectionExpression);
    if (wanted == null) {
      return;
    }
    if (wanted.equals("SPECIFIC_ATTRIBUTES")) {
      if (!projects && !input.has(attributesToGet)) {
        throw ApiError.validation(
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get"
                + " SPECIFIC_ATTRIBUTES");
      }
      return;
    }
    if (projects || input.has(attributesToGet)) {
      throw ApiError.validation(
          "Cannot specify the "
              + (projects ? "ProjectionExpression" : "AttributesToGet")
              + " when choosing to get "
              + (wanted.equals("COUNT") ? "only the Count" : wanted));
    }
    if (wanted.equals("ALL_PROJECTED_ATTRIBUTES") && !input.has(indexName)) {
      throw ApiError.validation(
          "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
    }
  }

  /** Filter and projection, from expressions or from legacy parameters. */
  public Selection selection(Structure input, Placeholders placeholders, Caller caller) {
    Condition condition =
        LegacyParameters.filter(
            input.get(filter), input.get(conditionalOperator), caller.wording());
    String expression = input.get(filterExpression);
    if (expression != null) {
      condition = Condition.parse(ExpressionKind.FILTER, expression, placeholders);
    }
    Projection projection =
        ProjectionParameters.of(
            input.get(projectionExpression), input.get(attributesToGet), placeholders);
    return new Selection(condition, projection);
  }

  /** The access of the request, without the attributes of its key condition. */
  public ItemAccess access(Structure input, Selection selection, AccessScope scope) {
    String index = input.get(indexName);
    var access =
        scope
            .items(operation, input.require(tableName))
            .index(index)
            .condition(selection.filter())
            .projection(selection.projection())
            .capacity(input.get(returnConsumedCapacity));
    String wanted = input.get(select);
    if (wanted != null) {
      access.select(wanted);
    } else if (selection.projection() == null && index != null) {
      access.select("ALL_PROJECTED_ATTRIBUTES");
    }
    return access;
  }

  /** The index that is read, null for the table itself. */
  public @Nullable SecondaryIndex index(Structure input, TableDefinition table) {
    String name = input.get(indexName);
    return name == null
        ? null
        : IndexRules.readable(table, name, input.getOrDefault(consistentRead, false), operation);
  }

  /** Whether a read of a local index must fetch the table's items. */
  public boolean fetchesItems(
      Structure input, TableDefinition table, @Nullable SecondaryIndex index, Selection selection) {
    return index != null
        && IndexRules.needsItems(
            table, index, "ALL_ATTRIBUTES".equals(input.get(select)), selection);
  }

  /** The maximum number of evaluated items. */
  public int limit(Structure input) {
    return input.getOrDefault(limit, ReadPlan.Page.UNLIMITED);
  }

  /** The answer. */
  public Output output(
      Structure input, ReadPlan.Page plan, ReadPage page, @Nullable Projection projection) {
    boolean consistent = input.getOrDefault(consistentRead, false);
    return out -> {
      out.name("Count").number(page.items().size());
      if (!"COUNT".equals(input.get(select))) {
        out.name("Items").beginArray();
        for (Item item : page.items()) {
          out.item(projection == null ? item : projection.apply(item));
        }
        out.endArray();
      }
      if (page.lastEvaluatedKey() != null) {
        out.name("LastEvaluatedKey").item(page.lastEvaluatedKey());
      }
      out.name("ScannedCount").number(page.scannedCount());
      CapacityOutput.of(input.get(returnConsumedCapacity))
          .write(out, capacity(input.require(tableName), plan, page, consistent));
    };
  }

  private static ConsumedCapacity capacity(
      String table, ReadPlan.Page plan, ReadPage page, boolean consistent) {
    var capacity = ConsumedCapacity.of(table);
    if (plan.index() == null && plan.rows().partition() == null) {
      capacity.addTableScan(page.scannedBytes(), ScannedPartitions.count(plan, page), consistent);
    } else if (plan.index() == null) {
      capacity.addTableRead(page.scannedBytes(), consistent);
    } else {
      capacity.addIndexRead(plan.index(), page.scannedBytes(), consistent);
      capacity.addTableBlocks(page.fetchedUnits(), consistent);
    }
    return capacity;
  }
}
