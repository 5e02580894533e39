/**
 * What a DynamoDB user names: attribute values, items, document paths, keys, sizes, tables and
 * errors. Knows neither JSON nor storage.
 */
@NullMarked
package dev.gramme.model;

import org.jspecify.annotations.NullMarked;
