/** Tests that check the English of the Markdown documents with LanguageTool. */
@NullMarked
package dev.gramme.documents;

import org.jspecify.annotations.NullMarked;
