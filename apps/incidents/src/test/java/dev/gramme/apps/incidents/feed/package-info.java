/** Tests of what follows the table's changes. */
@NullMarked
package dev.gramme.apps.incidents.feed;

import org.jspecify.annotations.NullMarked;
