/** Tests of the stream consumer. */
@NullMarked
package dev.gramme.apps.incidents.feed;

import org.jspecify.annotations.NullMarked;
