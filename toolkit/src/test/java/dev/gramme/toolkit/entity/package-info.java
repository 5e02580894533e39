/** Tests of the runtime of generated code. */
@NullMarked
package dev.gramme.toolkit.entity;

import org.jspecify.annotations.NullMarked;
