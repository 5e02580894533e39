package dev.gramme.expression;

import dev.gramme.model.AttributeType;

/** An attribute of a key schema: its name and its type, one of S, N, B. */
public record KeyAttribute(String name, AttributeType type) {}
