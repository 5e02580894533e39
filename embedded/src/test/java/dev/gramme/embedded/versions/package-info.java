/** Tests of the JUnit extension in the versions of JUnit that it supports. */
@NullMarked
package dev.gramme.embedded.versions;

import org.jspecify.annotations.NullMarked;
