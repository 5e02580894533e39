/**
 * The simulated bank, where deposits are made and reconciled. It is not part of either pipeline.
 */
@NullMarked
package dev.gramme.apps.savings.bank;

import org.jspecify.annotations.NullMarked;
