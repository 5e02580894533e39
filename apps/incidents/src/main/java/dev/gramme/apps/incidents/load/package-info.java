/** Makes load, and measures how soon it is answered. */
@NullMarked
package dev.gramme.apps.incidents.load;

import org.jspecify.annotations.NullMarked;
