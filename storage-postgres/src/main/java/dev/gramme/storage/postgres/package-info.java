/** The store on PostgreSQL: any number of servers share the rows of one schema. */
@NullMarked
package dev.gramme.storage.postgres;

import org.jspecify.annotations.NullMarked;
