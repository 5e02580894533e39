/**
 * A table's model as plain records: keys, indexes, entities and access patterns. The annotation
 * processor generates it, a NoSQL Workbench model can be converted to it, and explanations, checks,
 * templates and pages are derived from it.
 */
@NullMarked
package dev.gramme.toolkit.schema;

import org.jspecify.annotations.NullMarked;
