/**
 * PartiQL, from the text of a statement to requests of the engine. {@link
 * dev.gramme.partiql.StatementParser} parses the text, {@link dev.gramme.partiql.StatementBinder}
 * inserts parameters and creates conditions, updates and items. {@link
 * dev.gramme.partiql.SelectPlan} and {@link dev.gramme.partiql.WriteKey} find the keys in the WHERE
 * clause.
 */
@NullMarked
package dev.gramme.partiql;

import org.jspecify.annotations.NullMarked;
