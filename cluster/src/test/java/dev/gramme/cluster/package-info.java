/** Archives of databases. */
@NullMarked
package dev.gramme.cluster;

import org.jspecify.annotations.NullMarked;
