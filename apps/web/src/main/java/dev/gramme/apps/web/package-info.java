/** The HTTP server and load tools of the reference systems. */
@NullMarked
package dev.gramme.apps.web;

import org.jspecify.annotations.NullMarked;
