package dev.gramme.model;

/**
 * Why a request was throttled (since 2025).
 *
 * @param reason such as {@code TableWriteProvisionedThroughputExceeded}
 * @param resource the ARN of the table or index
 */
public record ThrottlingReason(String reason, String resource) {}
