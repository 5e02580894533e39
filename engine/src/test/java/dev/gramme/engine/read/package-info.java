@NullMarked
package dev.gramme.engine.read;

import org.jspecify.annotations.NullMarked;
