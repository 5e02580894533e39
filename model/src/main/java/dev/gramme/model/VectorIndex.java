package dev.gramme.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vector index, which finds the items whose vectors are nearest to a given one. It is not a
 * {@link SecondaryIndex}, since neither Query nor Scan reads it.
 *
 * @param number the prefix of its row keys; unique among tables and indexes, never reused
 * @param attribute the attribute that holds the vector, a list of numbers
 * @param dimensions the number of elements of a vector
 * @param hash the HASH attribute of the search schema, null if it has none. If there is one, a
 *     search covers the entries of one value of it
 * @param filters the INLINE_FILTER attributes of the search schema
 * @param projection the attributes that entries have besides the key of the table, the attributes
 *     of the search schema and the vector
 * @param backfilling whether the backfill of existing items is still running
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

  /** The distance functions. The constants have the protocol's names. */
  public enum Distance {
    COSINE,
    DOT_PRODUCT,
    EUCLIDEAN
  }

  public VectorIndex {
    filters = List.copyOf(filters);
  }

  /** Whether the index may be searched, because its backfill is complete. */
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

  /** A copy with another number, that is with other row keys. */
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

  /** A copy with another state. */
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
