package dev.gramme.model;

/**
 * Encryption at rest with a customer-managed key. Only the ARN of the key is stored.
 *
 * @param keyArn the ARN of the key
 */
public record Encryption(String keyArn) {}
