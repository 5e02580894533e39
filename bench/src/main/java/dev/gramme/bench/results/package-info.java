/** Measurements as data, and the page with tables and plots that is made of them. */
@NullMarked
package dev.gramme.bench.results;

import org.jspecify.annotations.NullMarked;
