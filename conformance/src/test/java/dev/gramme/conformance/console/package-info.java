/** Tests of the console, most of them in a browser. */
@NullMarked
package dev.gramme.conformance.console;

import org.jspecify.annotations.NullMarked;
