package dev.gramme.toolkit.desk;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Shard;

/** A vote; there are too many votes for one partition. */
@Entity(pk = "VOTES#{article}#{shard}", sk = "VOTE#{number}")
public record Vote(String article, @Shard(4) String shard, long number) {}
