/** Tests of the HTTP server. */
@NullMarked
package dev.gramme.apps.web;

import org.jspecify.annotations.NullMarked;
