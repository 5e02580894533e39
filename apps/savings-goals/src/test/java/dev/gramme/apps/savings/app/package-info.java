/** Tests. */
@NullMarked
package dev.gramme.apps.savings.app;

import org.jspecify.annotations.NullMarked;
