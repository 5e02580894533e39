package dev.gramme.toolkit.explain;

/**
 * The load of a table or one of its indexes.
 *
 * @param index the index's name, empty for the table
 * @param local whether it is a local index, which shares the table's partitions and capacity
 * @param perSecond the units per second
 * @param hottestKey the units per second on the most frequent partition key
 * @param hottestKnown the part of it whose distribution over the keys the workload says
 * @param items the number of items or entries
 * @param storedBytes the charged storage
 * @param keys the number of partition keys
 * @param partitions the number of partitions needed
 */
public record TargetLoad(
    String index,
    boolean local,
    Units perSecond,
    Units hottestKey,
    Units hottestKnown,
    long items,
    double storedBytes,
    long keys,
    long partitions) {}
