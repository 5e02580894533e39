/**
 * What generated code stands on: items from records and back, and the calls that access patterns
 * make.
 */
@NullMarked
package dev.gramme.toolkit.entity;

import org.jspecify.annotations.NullMarked;
