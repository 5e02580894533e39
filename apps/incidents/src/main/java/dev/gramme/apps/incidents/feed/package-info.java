/** What follows the changes of the table. */
@NullMarked
package dev.gramme.apps.incidents.feed;

import org.jspecify.annotations.NullMarked;
