package dev.gramme.api.item;

import dev.gramme.wire.ListShape;
import dev.gramme.wire.MapShape;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import dev.gramme.wire.WireValue;
import java.util.List;
import java.util.Map;

/**
 * Shapes that several operations on items share; their orders and bounds were observed in October
 * 2026.
 */
public final class ItemShapes {
  private static final String NAME_PATTERN = "[a-zA-Z0-9_.-]+";

  /** A table's name or ARN. */
  public static final StringShape TABLE_NAME =
      Shape.string()
          .length(3, 255)
          .currentLength(1, 1024)
          .pattern(NAME_PATTERN)
          .exempt(name -> name.startsWith("arn:"));

  /** The table name in PutItem, UpdateItem and DeleteItem (October 2026). */
  static final StringShape TABLE_NAME_OF_WRITE =
      Shape.string()
          .length(1, 255)
          .tooLongInOlderForm()
          .pattern(NAME_PATTERN, "[a-zA-Z0-9_.-]*")
          .exempt(name -> name.startsWith("arn:"));

  /**
   * The table name as the key of a map, for which both wordings report the same bounds (October
   * 2026).
   */
  public static final StringShape TABLE_NAME_AS_KEY =
      Shape.string().length(3, 255).pattern(NAME_PATTERN).exempt(name -> name.startsWith("arn:"));

  /** An index's name. */
  public static final StringShape INDEX_NAME = Shape.string().length(3, 255).pattern(NAME_PATTERN);

  public static final StringShape RETURN_CONSUMED_CAPACITY =
      Shape.string().oneOf("INDEXES", "TOTAL", "NONE");

  public static final StringShape RETURN_ITEM_COLLECTION_METRICS =
      Shape.string().oneOf("SIZE", "NONE");

  public static final StringShape RETURN_VALUES =
      Shape.string()
          .oneOf("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")
          .currentList("ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATE_NEW", "NONE");

  public static final StringShape RETURN_VALUES_ON_FAILURE =
      Shape.string().oneOf("ALL_OLD", "NONE");

  public static final StringShape CONDITIONAL_OPERATOR =
      Shape.string().oneOf("OR", "AND").currentList("ALL", "OR");

  public static final StringShape COMPARISON_OPERATOR =
      Shape.string()
          .oneOf(
              "IN",
              "NULL",
              "BETWEEN",
              "LT",
              "NOT_CONTAINS",
              "EQ",
              "GT",
              "NOT_NULL",
              "NE",
              "LE",
              "BEGINS_WITH",
              "GE",
              "CONTAINS");

  public static final StringShape SELECT =
      Shape.string()
          .oneOf("SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES");

  /** Literal top-level attribute names. */
  public static final ListShape<String> ATTRIBUTES_TO_GET =
      Shape.list((Shape<String>) Shape.string()).sizeAtLeast(1);

  /** {@code ExpressionAttributeNames}. */
  public static final MapShape<String> NAMES = Shape.map((Shape<String>) Shape.string());

  private ItemShapes() {}

  /** A condition of QueryFilter, ScanFilter or KeyConditions. */
  public static final class ConditionShape {
    public static final Member<String> COMPARISON_OPERATOR =
        Member.required("ComparisonOperator", ItemShapes.COMPARISON_OPERATOR);
    public static final Member<List<WireValue>> ATTRIBUTE_VALUE_LIST =
        Member.optional("AttributeValueList", Shape.list(Shape.attributeValue()));
    public static final StructureShape SHAPE =
        StructureShape.of("Condition", ATTRIBUTE_VALUE_LIST, COMPARISON_OPERATOR);

    private ConditionShape() {}
  }

  /** An entry of Expected. */
  public static final class ExpectedShape {
    public static final Member<WireValue> VALUE = Member.optional("Value", Shape.attributeValue());
    public static final Member<Boolean> EXISTS = Member.optional("Exists", Shape.bool());
    public static final Member<String> COMPARISON_OPERATOR =
        Member.optional("ComparisonOperator", ItemShapes.COMPARISON_OPERATOR);
    public static final Member<List<WireValue>> ATTRIBUTE_VALUE_LIST =
        Member.optional("AttributeValueList", Shape.list(Shape.attributeValue()));
    public static final StructureShape SHAPE =
        StructureShape.of(
            "ExpectedAttributeValue", VALUE, EXISTS, COMPARISON_OPERATOR, ATTRIBUTE_VALUE_LIST);

    private ExpectedShape() {}
  }

  /** A {@code Key}, an {@code ExclusiveStartKey}, an item, or the values of an expression. */
  public static Shape<WireItem> item() {
    return Shape.item();
  }

  /** A map from attribute names to conditions. */
  public static MapShape<Structure> conditions() {
    return Shape.map((Shape<Structure>) ConditionShape.SHAPE);
  }

  /** The conditions of {@code Expected}. */
  public static Shape<Map<String, Structure>> expected() {
    return Shape.map((Shape<Structure>) ExpectedShape.SHAPE);
  }
}
