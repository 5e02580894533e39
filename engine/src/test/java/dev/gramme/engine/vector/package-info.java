@NullMarked
package dev.gramme.engine.vector;

import org.jspecify.annotations.NullMarked;
