/** A store with injected faults, for tests of code that uses stores. */
@NullMarked
package dev.gramme.storage.faulty;

import org.jspecify.annotations.NullMarked;
