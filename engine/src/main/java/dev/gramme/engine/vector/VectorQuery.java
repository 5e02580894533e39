package dev.gramme.engine.vector;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.budget.RequestBudget;
import java.util.Map;

/**
 * A search of a vector index.
 *
 * @param vector has the dimensions of the index
 * @param topK the maximum number of results
 * @param equal the required values of the HASH attribute, if the index has one, and of attributes
 *     of inline filters
 * @param budget the memory and work that the search may use
 */
// Queries are never compared, so the array is harmless.
@SuppressWarnings("ArrayRecordComponent")
public record VectorQuery(
    TableDefinition table,
    VectorIndex index,
    float[] vector,
    int topK,
    Map<String, AttributeValue> equal,
    RequestBudget budget) {

  public VectorQuery {
    equal = Map.copyOf(equal);
  }

  /** Whether an entry has the required values. */
  boolean matches(Item entry) {
    for (var condition : equal.entrySet()) {
      if (!condition.getValue().equals(entry.get(condition.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** Whether the query requires a value of any attribute besides the HASH attribute. */
  boolean isFiltered() {
    return equal.size() > (index.hash() == null ? 0 : 1);
  }
}
