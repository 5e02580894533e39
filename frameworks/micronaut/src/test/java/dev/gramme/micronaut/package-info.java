@NullMarked
package dev.gramme.micronaut;

import org.jspecify.annotations.NullMarked;
