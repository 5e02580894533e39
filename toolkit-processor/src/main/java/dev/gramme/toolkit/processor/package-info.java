/** The annotation processor: from annotated records and interfaces to checked, generated code. */
@NullMarked
package dev.gramme.toolkit.processor;

import org.jspecify.annotations.NullMarked;
