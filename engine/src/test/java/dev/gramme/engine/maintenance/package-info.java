@NullMarked
package dev.gramme.engine.maintenance;

import org.jspecify.annotations.NullMarked;
