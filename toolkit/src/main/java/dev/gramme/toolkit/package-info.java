/**
 * What a model is written with: annotations for entities and access patterns, and the types that
 * their methods take and give.
 */
@NullMarked
package dev.gramme.toolkit;

import org.jspecify.annotations.NullMarked;
