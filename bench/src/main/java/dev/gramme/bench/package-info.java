/** Load, and the comparison with other servers and with what the machine allows at most. */
@NullMarked
package dev.gramme.bench;

import org.jspecify.annotations.NullMarked;
