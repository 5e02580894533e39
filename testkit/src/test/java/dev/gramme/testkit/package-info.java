/** Tests of case files, polling and generators. */
@NullMarked
package dev.gramme.testkit;

import org.jspecify.annotations.NullMarked;
