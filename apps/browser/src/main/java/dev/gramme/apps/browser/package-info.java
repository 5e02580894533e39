/** A headless browser, with which the applications' tests operate their web pages. */
@NullMarked
package dev.gramme.apps.browser;

import org.jspecify.annotations.NullMarked;
