/** Load generation, and the comparison with other servers and with the limits of the machine. */
@NullMarked
package dev.gramme.bench;

import org.jspecify.annotations.NullMarked;
