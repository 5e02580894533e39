/** What can be set, where settings come from, and what they mean. */
@NullMarked
package dev.gramme.server.settings;

import org.jspecify.annotations.NullMarked;
