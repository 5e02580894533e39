package dev.gramme.model;

import java.time.Instant;

/**
 * That a table can be restored as it was at any moment of a period.
 *
 * @param since when that was enabled, before which there is nothing to restore
 * @param days the length of the period, 1 to 35
 */
public record Recovery(Instant since, int days) {}
