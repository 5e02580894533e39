@NullMarked
package dev.gramme.engine.throttle;

import org.jspecify.annotations.NullMarked;
