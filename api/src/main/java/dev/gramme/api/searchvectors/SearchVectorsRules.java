package dev.gramme.api.searchvectors;

import dev.gramme.engine.index.Vectors;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.expression.Comparison;
import dev.gramme.expression.Condition;
import dev.gramme.expression.Operand;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.Wording;
import dev.gramme.wire.WireValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules that SearchVectors applies after its constraints; their order is uncertain (November
 * 2026).
 */
final class SearchVectorsRules {
  private static final int MAX_TOP_K = 100;

  private SearchVectorsRules() {}

  static void checkTopK(int topK) {
    if (topK > MAX_TOP_K) {
      throw ApiError.validation(
          "Provided TopK value '"
              + topK
              + "' is out of valid range. The value must be between 1 and 100 inclusive");
    }
  }

  /** The search vector in the precision of the index. */
  static float[] vector(List<WireValue> wire, Wording wording) {
    var elements = new ArrayList<AttributeValue>(wire.size());
    for (WireValue element : wire) {
      elements.add(element.value(wording));
    }
    float[] vector = Vectors.of(elements);
    if (vector == null) {
      throw ApiError.validation(
          "Search vector contains invalid values. All values in the search vector must be a 32-bit"
              + " floating-point number attribute");
    }
    return vector;
  }

  /** The index with a name, if it can be searched. */
  static VectorIndex index(TableDefinition table, String name) {
    VectorIndex index =
        table
            .vectorIndex(name)
            .orElseThrow(
                () -> ApiError.validation("The table does not have the specified index: " + name));
    if (!index.isReadable()) {
      throw ApiError.validation("Cannot search backfilling vector index: " + name);
    }
    return index;
  }

  static void checkDimensions(float[] vector, VectorIndex index) {
    if (vector.length != index.dimensions()) {
      throw ApiError.validation(
          "Input search vector dimension "
              + vector.length
              + " does not match vector index dimension "
              + index.dimensions());
    }
  }

  /** The required values of attributes in the search schema. */
  static Map<String, AttributeValue> equal(@Nullable Condition condition, VectorIndex index) {
    var equal = new LinkedHashMap<String, AttributeValue>();
    if (condition != null) {
      collect(condition, index, equal);
    }
    KeyAttribute hash = index.hash();
    if (hash != null && !equal.containsKey(hash.name())) {
      throw ApiError.validation(
          "SearchConditionExpression must be provided when SearchSchema has a HASH key");
    }
    return equal;
  }

  private static void collect(
      Condition condition, VectorIndex index, Map<String, AttributeValue> equal) {
    switch (condition) {
      case Condition.And(var terms) -> terms.forEach(term -> collect(term, index, equal));
      case Condition.Compare(Operand.Path(var path), var comparison, Operand.Constant(var value))
          when comparison == Comparison.EQ ->
          put(path, value, index, equal);
      case Condition.Compare(Operand.Constant(var value), var comparison, Operand.Path(var path))
          when comparison == Comparison.EQ ->
          put(path, value, index, equal);
      default ->
          throw ApiError.validation(
              "Invalid SearchConditionExpression: Invalid comparator used in"
                  + " SearchConditionExpression");
    }
  }

  private static void put(
      DocumentPath path,
      AttributeValue value,
      VectorIndex index,
      Map<String, AttributeValue> equal) {
    String name = path.attribute();
    if (!path.isTopLevel()) {
      throw ApiError.validation(
          "Invalid SearchConditionExpression: SearchConditionExpression cannot have conditions on"
              + " nested attributes");
    }
    KeyAttribute attribute =
        index.schema().stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                ApiError.validation(
                    "SearchConditionExpression must not contain any attributes that is not in"
                        + " SearchSchema. Invalid attribute: "
                        + name));
    if (value.type() != attribute.type()) {
      throw ApiError.validation(
          "Type of '"
              + name
              + "' attribute in SearchConditionExpression ("
              + value.type()
              + ") does not match type in search schema ("
              + attribute.type()
              + ")");
    }
    if (equal.put(name, value) != null) {
      throw ApiError.validation(
          "Invalid SearchConditionExpression: SearchConditionExpression must only contain one"
              + " condition per attribute");
    }
    if (attribute.equals(index.hash())) {
      KeyRules.checkNotEmpty(Item.of(name, value));
    }
  }
}
