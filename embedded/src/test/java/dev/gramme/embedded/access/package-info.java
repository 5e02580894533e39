@NullMarked
package dev.gramme.embedded.access;

import org.jspecify.annotations.NullMarked;
