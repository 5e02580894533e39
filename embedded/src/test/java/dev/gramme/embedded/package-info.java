@NullMarked
package dev.gramme.embedded;

import org.jspecify.annotations.NullMarked;
