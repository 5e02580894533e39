package dev.gramme.apps.grid.domain;

/** The owner of projects. */
public record Tenant(String id, String name) {}
