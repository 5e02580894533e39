/** Wrappers of AWS SDK clients, and the threads of calls that wait for the database. */
@NullMarked
package dev.gramme.toolkit.client;

import org.jspecify.annotations.NullMarked;
