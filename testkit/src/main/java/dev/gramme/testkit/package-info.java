/** What tests of several modules share: seeded generators of values and items. */
@NullMarked
package dev.gramme.testkit;

import org.jspecify.annotations.NullMarked;
