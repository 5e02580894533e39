@NullMarked
package dev.gramme.transfer;

import org.jspecify.annotations.NullMarked;
