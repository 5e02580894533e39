package dev.gramme.model;

/**
 * Encryption at rest with a key of the account's, of which only the name is kept.
 *
 * @param keyArn the ARN of the key
 */
public record Encryption(String keyArn) {}
