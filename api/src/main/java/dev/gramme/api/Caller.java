package dev.gramme.api;

import dev.gramme.model.Wording;

/**
 * Who asks, and in which words the answer is given.
 *
 * @param region the region that the client signed for; ARNs carry it
 * @param account twelve digits; ARNs carry it
 * @param wording which of the service's sets of validation messages is spoken
 */
public record Caller(String region, String account, Wording wording) {}
