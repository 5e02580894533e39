/**
 * Issues as documents, and the index of their values, which is maintained from the documents'
 * stream.
 *
 * <p><b>Why the index is correct.</b> The document alone determines which entries should exist.
 * {@link dev.gramme.apps.grid.document.IndexWriter} puts or deletes an entry only in a transaction
 * that checks the version of the document on which the decision is based. So every write to the
 * index matches the document at that moment, independent of the writer, its delay, and repetitions.
 * An entry can only become wrong by a change of the document. That change is in the stream, and
 * every record of the stream is processed at least once afterwards, which corrects the affected
 * entries. This does not depend on the order in which records are processed, on a single consumer,
 * or on the absence of a concurrent rebuild.
 */
@NullMarked
package dev.gramme.apps.grid.document;

import org.jspecify.annotations.NullMarked;
