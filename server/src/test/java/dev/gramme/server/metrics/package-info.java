/** Tests of what is measured. */
@NullMarked
package dev.gramme.server.metrics;

import org.jspecify.annotations.NullMarked;
