@NullMarked
package dev.gramme.testcontainers;

import org.jspecify.annotations.NullMarked;
