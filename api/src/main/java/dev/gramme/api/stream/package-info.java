/** What the operations on streams have in common. */
@NullMarked
package dev.gramme.api.stream;

import org.jspecify.annotations.NullMarked;
