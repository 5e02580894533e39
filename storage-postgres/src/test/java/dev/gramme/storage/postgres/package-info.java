/** Tests of the store on PostgreSQL, with a real server. */
@NullMarked
package dev.gramme.storage.postgres;

import org.jspecify.annotations.NullMarked;
