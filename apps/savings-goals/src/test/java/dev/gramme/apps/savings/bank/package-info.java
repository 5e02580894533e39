/** Tests. */
@NullMarked
package dev.gramme.apps.savings.bank;

import org.jspecify.annotations.NullMarked;
