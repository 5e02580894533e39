/** The endpoint under test, and the ways to speak to it. */
@NullMarked
package dev.gramme.conformance.support;

import org.jspecify.annotations.NullMarked;
