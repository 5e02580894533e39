/**
 * The parameters from before there were expressions: Expected, QueryFilter, ScanFilter,
 * KeyConditions and AttributeUpdates; checked with their own messages and turned into the same
 * conditions and updates.
 */
@NullMarked
package dev.gramme.expression.legacy;

import org.jspecify.annotations.NullMarked;
