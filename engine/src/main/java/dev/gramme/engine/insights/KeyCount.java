package dev.gramme.engine.insights;

import dev.gramme.model.Item;

/**
 * The count of a key.
 *
 * @param key the attributes of the partition key, or of the whole key
 * @param count an estimate, never too low: 3 x write units + read units, or throttled requests
 * @param least a lower bound of the count
 */
public record KeyCount(Item key, double count, double least) {}
