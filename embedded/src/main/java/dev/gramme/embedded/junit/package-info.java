/** A JUnit extension that gives each test a database of its own. */
@NullMarked
package dev.gramme.embedded.junit;

import org.jspecify.annotations.NullMarked;
