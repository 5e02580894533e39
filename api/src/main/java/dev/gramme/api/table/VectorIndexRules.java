package dev.gramme.api.table;

import dev.gramme.api.table.VectorIndexShapes.SearchSchemaElement;
import dev.gramme.api.table.VectorIndexShapes.VectorAttributeShape;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.VectorIndex;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * The rules of a vector index, whether it is created with its table or later. The bounds are
 * documented. The texts were observed on the service (August and October 2026), except those for
 * too many filters and projections, which follow the texts for global indexes.
 */
public final class VectorIndexRules {
  /** The maximum number of vector indexes of one table. */
  public static final int VECTOR_INDEXES = 5;

  private static final int DIMENSIONS = 4096;
  private static final int FILTERS = 18;

  private VectorIndexRules() {}

  /**
   * Refuses attribute definitions for vector attributes, because vectors are lists.
   *
   * @param types the attribute definitions of the request
   */
  public static void checkNotDefined(
      Collection<Structure> indexes, Map<String, AttributeType> types) {
    for (Structure index : indexes) {
      if (types.containsKey(attribute(index))) {
        throw InvalidParameters.of(
            "Conflicting attribute definition for '"
                + attribute(index)
                + "'. An attribute cannot be defined in AttributeDefinitions when used as a"
                + " VectorAttribute.");
      }
    }
  }

  /** Checks the dimensions, the search schema and the projection. */
  public static void checkShape(Structure index, Map<String, AttributeType> types) {
    String name = index.require(VectorIndexShape.INDEX_NAME);
    long dimensions = index.require(VectorIndexShape.DIMENSIONS);
    if (dimensions > DIMENSIONS) {
      throw InvalidParameters.of(
          "Number of dimensions must be between 1 and " + DIMENSIONS + " inclusive.");
    }
    checkSchema(index, name, types);
    ProjectionRules.projection(index.require(VectorIndexShape.PROJECTION));
  }

  private static void checkSchema(Structure index, String name, Map<String, AttributeType> types) {
    List<String> names = schemaNames(index);
    if (!types.keySet().containsAll(names)) {
      throw InvalidParameters.of(
          "One element in SearchSchema is not defined in attribute definitions");
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw InvalidParameters.of("SearchSchema contains a duplicate AttributeName");
    }
    long hash = schema(index).stream().filter(VectorIndexRules::isHash).count();
    if (hash > 1) {
      throw InvalidParameters.of(
          "Value '"
              + hash
              + "' at 'SearchSchema' failed to satisfy constraint: Member must have HASH count less"
              + " than or equal to 1");
    }
    if (names.size() - hash > FILTERS) {
      throw InvalidParameters.of(
          "SearchSchema must not have more than "
              + FILTERS
              + " INLINE_FILTER elements. IndexName: "
              + name);
    }
  }

  /** Refuses vector indexes of tables that are not billed per request. */
  public static void checkBilling(BillingMode mode) {
    if (mode != BillingMode.PAY_PER_REQUEST) {
      throw InvalidParameters.of("Vector indexes are only supported for PAY_PER_REQUEST tables");
    }
  }

  /** Checks that all indexes on one attribute have the same dimensions. */
  public static void checkDimensions(Collection<VectorIndex> indexes) {
    var dimensions = new HashMap<String, Integer>();
    for (VectorIndex index : indexes) {
      Integer other = dimensions.putIfAbsent(index.attribute(), index.dimensions());
      if (other != null && other != index.dimensions()) {
        throw InvalidParameters.of(
            "Conflicting attribute definition for '"
                + index.attribute()
                + "'. All VectorIndexes on the same vector attribute must use the same"
                + " dimensions.");
      }
    }
  }

  /** The attributes of the search schema. */
  public static List<String> schemaNames(Structure index) {
    return schema(index).stream().map(e -> e.require(SearchSchemaElement.ATTRIBUTE_NAME)).toList();
  }

  /** The index in a request that has passed the rules. */
  public static VectorIndex index(
      Structure index,
      Map<String, AttributeType> types,
      int number,
      GlobalIndex.Status status,
      boolean backfilling) {
    KeyAttribute hash = null;
    var filters = new ArrayList<KeyAttribute>();
    for (Structure element : schema(index)) {
      String name = element.require(SearchSchemaElement.ATTRIBUTE_NAME);
      AttributeType type = types.get(name);
      if (type == null) {
        throw new IllegalStateException("search schema attribute without a definition");
      }
      if (isHash(element)) {
        hash = new KeyAttribute(name, type);
      } else {
        filters.add(new KeyAttribute(name, type));
      }
    }
    return new VectorIndex(
        index.require(VectorIndexShape.INDEX_NAME),
        number,
        attribute(index),
        Math.toIntExact(index.require(VectorIndexShape.DIMENSIONS)),
        VectorIndex.Distance.valueOf(index.require(VectorIndexShape.DISTANCE_FUNCTION)),
        hash,
        filters,
        ProjectionRules.projection(index.require(VectorIndexShape.PROJECTION)),
        status,
        backfilling);
  }

  /** The attribute that contains the vectors. */
  public static String attribute(Structure index) {
    return index
        .require(VectorIndexShape.VECTOR_ATTRIBUTE)
        .require(VectorAttributeShape.ATTRIBUTE_NAME);
  }

  private static List<Structure> schema(Structure index) {
    return index.getOrDefault(VectorIndexShape.SEARCH_SCHEMA, List.of());
  }

  private static boolean isHash(Structure element) {
    return element.require(SearchSchemaElement.TYPE).equals("HASH");
  }
}
