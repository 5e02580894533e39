package dev.gramme.engine.write;

import java.util.List;

/**
 * What a write did.
 *
 * @param changes one for each action, in their order; a check has the item before and after alike
 * @param replayed whether the request repeats one that was done before, and nothing was changed now
 */
public record WriteResult(List<ItemChange> changes, boolean replayed) {}
