/** The annotation processor: validates annotated records and interfaces, and generates code. */
@NullMarked
package dev.gramme.toolkit.processor;

import org.jspecify.annotations.NullMarked;
