/** The toolkit on other databases than Gramme. */
@NullMarked
package dev.gramme.conformance.toolkit;

import org.jspecify.annotations.NullMarked;
