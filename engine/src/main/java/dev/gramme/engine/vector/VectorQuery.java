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
 * @param topK how many entries are wanted at most
 * @param equal the value that the HASH attribute has, if the index has one, and those that
 *     attributes of inline filters are to have
 * @param budget the memory and work that the search may use
 */
// Nobody compares queries, so that the array does no harm.
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

  /** Whether an entry has the values that are asked for. */
  boolean matches(Item entry) {
    for (var condition : equal.entrySet()) {
      if (!condition.getValue().equals(entry.get(condition.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** Whether anything but the HASH attribute is asked for. */
  boolean isFiltered() {
    return equal.size() > (index.hash() == null ? 0 : 1);
  }
}
