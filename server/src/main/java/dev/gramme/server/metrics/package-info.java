/** What the server counts, and the page that shows it. */
@NullMarked
package dev.gramme.server.metrics;

import org.jspecify.annotations.NullMarked;
