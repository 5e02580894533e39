package dev.gramme.model;

/**
 * A reason why a request was throttled. The service sends reasons since 2025.
 *
 * @param reason such as {@code TableWriteProvisionedThroughputExceeded}
 * @param resource the ARN of the table or index
 */
public record ThrottlingReason(String reason, String resource) {}
