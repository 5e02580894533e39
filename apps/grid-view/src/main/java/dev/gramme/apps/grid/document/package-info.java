/**
 * Issues as documents, and the index of their values that is kept from the documents' stream.
 *
 * <p><b>Why the index is right.</b> An entry is there or not; whether it should be is decided by
 * the document. {@link dev.gramme.apps.grid.document.IndexWriter} puts or deletes an entry only in
 * a transaction that checks the version of the document by which it was decided. So whatever is
 * written to the index agrees with the document at that moment, whoever writes it, however late,
 * and however often. An entry that disagrees can only come from a change of the document; that
 * change is in the stream, and every record of the stream is handled at least once after it
 * happened, by which the entries that it touches agree again. Nothing in this depends on the order
 * in which records are handled, on there being one consumer, or on a rebuild going on beside it.
 */
@NullMarked
package dev.gramme.apps.grid.document;

import org.jspecify.annotations.NullMarked;
