/** The toolkit on databases other than Gramme. */
@NullMarked
package dev.gramme.conformance.toolkit;

import org.jspecify.annotations.NullMarked;
