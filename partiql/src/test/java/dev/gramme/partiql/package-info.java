@NullMarked
package dev.gramme.partiql;

import org.jspecify.annotations.NullMarked;
