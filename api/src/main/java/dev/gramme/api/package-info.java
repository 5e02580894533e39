/**
 * The operations of the protocol. Each has a package of its own with its shape, its rules with
 * their messages, and its execution. This module uses the engine and never the storage.
 */
@NullMarked
package dev.gramme.api;

import org.jspecify.annotations.NullMarked;
