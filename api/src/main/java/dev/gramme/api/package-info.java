/**
 * One package per operation: its shape, its rules with their messages, its handler. Sees the
 * engine, never storage.
 */
@NullMarked
package dev.gramme.api;

import org.jspecify.annotations.NullMarked;
