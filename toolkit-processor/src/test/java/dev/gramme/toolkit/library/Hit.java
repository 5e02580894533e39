package dev.gramme.toolkit.library;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Shard;

/** A search for a word. */
@Entity(pk = "HIT#{word}#{shard}", sk = "{number}")
public record Hit(String word, @Shard(3) String shard, long number) {}
