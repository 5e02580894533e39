/** What the processor accepts, what it refuses, and in which words. */
@NullMarked
package dev.gramme.toolkit.processor;

import org.jspecify.annotations.NullMarked;
