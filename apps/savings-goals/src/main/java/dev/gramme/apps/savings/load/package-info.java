/** Makes load, and measures how soon deposits are seen. */
@NullMarked
package dev.gramme.apps.savings.load;

import org.jspecify.annotations.NullMarked;
