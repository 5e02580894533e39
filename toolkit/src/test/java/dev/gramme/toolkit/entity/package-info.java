/** Tests of what generated code stands on. */
@NullMarked
package dev.gramme.toolkit.entity;

import org.jspecify.annotations.NullMarked;
