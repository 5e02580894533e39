package dev.gramme.model;

import java.time.Instant;
import java.util.UUID;

/**
 * What never changes in the life of a table.
 *
 * @param name 3 to 255 characters, unique within the database
 * @param id distinguishes the table from deleted tables of the same name
 * @param number the prefix of its row keys; unique among tables and global indexes, never reused
 * @param region the region in the signature of the request that created the table; part of the ARN
 */
public record TableIdentity(String name, UUID id, int number, String region, Instant created) {}
