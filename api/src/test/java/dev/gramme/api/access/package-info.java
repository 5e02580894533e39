@NullMarked
package dev.gramme.api.access;

import org.jspecify.annotations.NullMarked;
