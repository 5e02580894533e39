/**
 * Code that the tests of several modules share: seeded generators, case files, polling and free
 * ports.
 */
@NullMarked
package dev.gramme.testkit;

import org.jspecify.annotations.NullMarked;
