/**
 * PartiQL: from the text of a statement to what the engine is asked. {@link
 * dev.gramme.partiql.StatementParser} reads the text, {@link dev.gramme.partiql.StatementBinder}
 * puts in parameters and makes conditions, updates and items of it, {@link
 * dev.gramme.partiql.KeyedReads} and {@link dev.gramme.partiql.WriteKey} find the keys in its WHERE
 * clause.
 */
@NullMarked
package dev.gramme.partiql;

import org.jspecify.annotations.NullMarked;
