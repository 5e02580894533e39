/** What takes many requests to see: pages, segments, races, limits, the clients built on top. */
@NullMarked
package dev.gramme.conformance.sdk;

import org.jspecify.annotations.NullMarked;
