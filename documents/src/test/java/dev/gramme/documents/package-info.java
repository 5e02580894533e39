/** Checks of the language of the documents. */
@NullMarked
package dev.gramme.documents;

import org.jspecify.annotations.NullMarked;
