/** A headless browser for tests of pages. */
@NullMarked
package dev.gramme.apps.browser;

import org.jspecify.annotations.NullMarked;
