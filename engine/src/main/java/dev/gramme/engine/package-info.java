/** The engine's two doors, and what stands behind them. */
@NullMarked
package dev.gramme.engine;

import org.jspecify.annotations.NullMarked;
