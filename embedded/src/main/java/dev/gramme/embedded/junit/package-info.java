/** A JUnit extension that provides each test with its own database. */
@NullMarked
package dev.gramme.embedded.junit;

import org.jspecify.annotations.NullMarked;
