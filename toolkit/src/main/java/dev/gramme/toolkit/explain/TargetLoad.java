package dev.gramme.toolkit.explain;

/**
 * What a table, or one of its indexes, has to bear.
 *
 * @param index the index's name, empty for the table
 * @param local whether it is a local index, which shares the table's partitions and capacity
 * @param perSecond the units of one second
 * @param hottestKey the units of one second on the partition key that is used most
 * @param items how many items or entries it has
 * @param storedBytes what is paid for as storage
 * @param keys how many partition keys there are
 * @param partitions how many partitions are needed
 */
public record TargetLoad(
    String index,
    boolean local,
    Units perSecond,
    Units hottestKey,
    long items,
    double storedBytes,
    long keys,
    long partitions) {}
