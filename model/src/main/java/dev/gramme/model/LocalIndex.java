package dev.gramme.model;

/**
 * A local secondary index: the table's partition key with another sort key. Its entries are stored
 * in the partition of their item.
 *
 * @param number identifies the index within the table in row keys, from 1
 */
public record LocalIndex(String name, int number, KeySchema key, IndexProjection projection)
    implements SecondaryIndex {}
