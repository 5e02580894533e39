package dev.gramme.engine.catalog;

import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Guard;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table that reads go by.
 *
 * @param guard what must hold when they are made, null if the definition was looked at just now
 */
public record TableView(TableDefinition table, @Nullable Guard guard) {}
