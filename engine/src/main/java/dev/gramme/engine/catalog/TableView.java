package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table as used by a read.
 *
 * @param guard the guard that the read must check, null if the definition has just been read from
 *     the store
 */
public record TableView(TableDefinition table, @Nullable Guard guard) {}
