/** From key conditions and start keys to the ranges of rows that a Query or Scan reads. */
@NullMarked
package dev.gramme.engine.plan;

import org.jspecify.annotations.NullMarked;
