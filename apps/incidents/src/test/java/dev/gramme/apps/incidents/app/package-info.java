/** Tests of the interface over HTTP and of the page. */
@NullMarked
package dev.gramme.apps.incidents.app;

import org.jspecify.annotations.NullMarked;
