package dev.gramme.model;

import java.time.Instant;

/**
 * The setting of point-in-time recovery: a table can be restored to any moment of a period.
 *
 * @param since when it was enabled; earlier states cannot be restored
 * @param days the length of the period in days, 1 to 35
 */
public record Recovery(Instant since, int days) {}
