package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Precondition;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table as used by a read.
 *
 * @param precondition the precondition that the read must check, null if the definition has just
 *     been read from the store
 */
public record TableView(TableDefinition table, @Nullable Precondition precondition) {}
