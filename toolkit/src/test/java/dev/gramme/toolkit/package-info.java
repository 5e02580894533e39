@NullMarked
package dev.gramme.toolkit;

import org.jspecify.annotations.NullMarked;
