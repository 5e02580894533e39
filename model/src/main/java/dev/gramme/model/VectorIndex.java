package dev.gramme.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vector index: finds the items whose vectors are nearest to a given one. It is no {@link
 * SecondaryIndex}, since neither Query nor Scan reads it.
 *
 * @param number under which its rows are stored; unique among tables and indexes, never used again
 * @param attribute the attribute that holds the vector, a list of numbers
 * @param dimensions how many numbers that are
 * @param hash the HASH attribute of the search schema, null if it has none; a search then looks at
 *     the entries of one value of it
 * @param filters the INLINE_FILTER attributes of the search schema
 * @param projection which attributes the entries hold besides the keys of the table, the attributes
 *     of the search schema and the vector
 * @param backfilling whether the items that the table held at its creation are still being entered
 */
public record VectorIndex(
    String name,
    int number,
    String attribute,
    int dimensions,
    Distance distance,
    @Nullable KeyAttribute hash,
    List<KeyAttribute> filters,
    IndexProjection projection,
    GlobalIndex.Status status,
    boolean backfilling) {

  /** The distance functions, by the protocol's names. */
  public enum Distance {
    COSINE,
    DOT_PRODUCT,
    EUCLIDEAN
  }

  public VectorIndex {
    filters = List.copyOf(filters);
  }

  /** Whether everything is in it, so that it may be searched. */
  public boolean isReadable() {
    return status == GlobalIndex.Status.ACTIVE;
  }

  /** The attributes of the search schema, HASH first. */
  public List<KeyAttribute> schema() {
    if (hash == null) {
      return filters;
    }
    var schema = new ArrayList<KeyAttribute>(filters.size() + 1);
    schema.add(hash);
    schema.addAll(filters);
    return schema;
  }

  /** The same index with its rows under another number. */
  public VectorIndex withNumber(int newNumber) {
    return new VectorIndex(
        name,
        newNumber,
        attribute,
        dimensions,
        distance,
        hash,
        filters,
        projection,
        status,
        backfilling);
  }

  /** The same index in another state. */
  public VectorIndex withStatus(GlobalIndex.Status newStatus, boolean newBackfilling) {
    return new VectorIndex(
        name,
        number,
        attribute,
        dimensions,
        distance,
        hash,
        filters,
        projection,
        newStatus,
        newBackfilling);
  }
}
