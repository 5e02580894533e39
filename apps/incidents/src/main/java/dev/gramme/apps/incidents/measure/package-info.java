/** Measurements of what the designs cost and where they throttle. */
@NullMarked
package dev.gramme.apps.incidents.measure;

import org.jspecify.annotations.NullMarked;
