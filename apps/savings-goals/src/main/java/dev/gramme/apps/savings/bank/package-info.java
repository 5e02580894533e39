/**
 * The bank's own books, simulated: where deposits are made and reconciled. Neither pipeline is in
 * here.
 */
@NullMarked
package dev.gramme.apps.savings.bank;

import org.jspecify.annotations.NullMarked;
