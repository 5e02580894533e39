package dev.gramme.engine.vector;

import dev.gramme.engine.index.VectorEntry;

/** An entry that a search found, with its score by the distance function of the index. */
public record VectorHit(VectorEntry entry, float score) {}
