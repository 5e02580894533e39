/** Code that the tests of several modules share: seeded generators, case files and polling. */
@NullMarked
package dev.gramme.testkit;

import org.jspecify.annotations.NullMarked;
