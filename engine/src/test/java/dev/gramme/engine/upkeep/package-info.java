@NullMarked
package dev.gramme.engine.upkeep;

import org.jspecify.annotations.NullMarked;
