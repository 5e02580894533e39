/**
 * Behaviour that needs many requests: pages, segments, races, limits, and the clients built on the
 * SDK.
 */
@NullMarked
package dev.gramme.conformance.sdk;

import org.jspecify.annotations.NullMarked;
