/**
 * The API with which an application models a table: annotations for entities and access patterns,
 * and the types of their parameters and results.
 */
@NullMarked
package dev.gramme.toolkit;

import org.jspecify.annotations.NullMarked;
