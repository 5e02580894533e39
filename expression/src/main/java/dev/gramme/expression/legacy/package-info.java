/**
 * The legacy parameters, which are older than expressions: Expected, QueryFilter, ScanFilter,
 * KeyConditions and AttributeUpdates. They have their own error messages, and are converted to the
 * same conditions and updates as expressions.
 */
@NullMarked
package dev.gramme.expression.legacy;

import org.jspecify.annotations.NullMarked;
