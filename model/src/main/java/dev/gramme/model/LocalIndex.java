package dev.gramme.model;

/**
 * A local secondary index: the table's partition key with another sort key. Its entries live in the
 * partition of their item.
 *
 * @param number tells the table's local indexes apart in row keys, from 1
 */
public record LocalIndex(String name, int number, KeySchema key, IndexProjection projection)
    implements SecondaryIndex {}
