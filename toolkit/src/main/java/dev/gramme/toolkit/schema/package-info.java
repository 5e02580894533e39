/**
 * A table as its code declares it: keys, indexes, entities and access patterns, as plain records.
 * The annotation processor writes one, a NoSQL Workbench model can be read into one, and
 * explanations, checks, templates and pages are made from one.
 */
@NullMarked
package dev.gramme.toolkit.schema;

import org.jspecify.annotations.NullMarked;
