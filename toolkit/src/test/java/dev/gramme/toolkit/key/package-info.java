@NullMarked
package dev.gramme.toolkit.key;

import org.jspecify.annotations.NullMarked;
