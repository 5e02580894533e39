/** A small HTTP server: routes, JSON in and out. */
@NullMarked
package dev.gramme.apps.savings.http;

import org.jspecify.annotations.NullMarked;
