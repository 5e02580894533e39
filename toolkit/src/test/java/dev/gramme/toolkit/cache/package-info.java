@NullMarked
package dev.gramme.toolkit.cache;

import org.jspecify.annotations.NullMarked;
