package dev.gramme.apps.savings.domain;

/**
 * What was read, and what it cost.
 *
 * @param capacityUnits read capacity units as the database counted them
 */
public record Read<T>(T value, double capacityUnits) {}
