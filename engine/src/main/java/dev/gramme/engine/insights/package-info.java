/** Contributor insights: which keys consume the most capacity and are throttled the most. */
@NullMarked
package dev.gramme.engine.insights;

import org.jspecify.annotations.NullMarked;
