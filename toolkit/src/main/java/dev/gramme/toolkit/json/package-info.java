/**
 * JSON as a tree that keeps what it read: the order of members, and numbers as they were written.
 */
@NullMarked
package dev.gramme.toolkit.json;

import org.jspecify.annotations.NullMarked;
