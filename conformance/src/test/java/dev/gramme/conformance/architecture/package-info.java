/** Rules about the sources: which layer may use which, and how long a file may be. */
@NullMarked
package dev.gramme.conformance.architecture;

import org.jspecify.annotations.NullMarked;
