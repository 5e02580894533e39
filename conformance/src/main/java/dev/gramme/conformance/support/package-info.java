/** The endpoint under test and clients for it. */
@NullMarked
package dev.gramme.conformance.support;

import org.jspecify.annotations.NullMarked;
