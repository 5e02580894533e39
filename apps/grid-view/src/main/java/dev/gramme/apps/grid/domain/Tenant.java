package dev.gramme.apps.grid.domain;

/** Who has projects. */
public record Tenant(String id, String name) {}
