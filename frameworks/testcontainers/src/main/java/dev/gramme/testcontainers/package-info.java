/** Gramme's image as a container of Testcontainers. */
@NullMarked
package dev.gramme.testcontainers;

import org.jspecify.annotations.NullMarked;
