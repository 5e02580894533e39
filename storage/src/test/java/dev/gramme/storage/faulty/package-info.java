/** A store that fails, for the tests of what works on stores. */
@NullMarked
package dev.gramme.storage.faulty;

import org.jspecify.annotations.NullMarked;
