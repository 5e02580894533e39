/** The rules that the code itself keeps: who may know whom, and how long a file may be. */
@NullMarked
package dev.gramme.conformance.architecture;

import org.jspecify.annotations.NullMarked;
