/** Contributor insights: which keys use, and throttle, the most capacity. */
@NullMarked
package dev.gramme.engine.insights;

import org.jspecify.annotations.NullMarked;
