/** Measurements of the designs' costs and throttling. */
@NullMarked
package dev.gramme.apps.incidents.measure;

import org.jspecify.annotations.NullMarked;
