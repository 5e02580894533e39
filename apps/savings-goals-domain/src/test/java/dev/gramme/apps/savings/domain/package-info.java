/** Tests of the tables on a database in memory. */
@NullMarked
package dev.gramme.apps.savings.domain;

import org.jspecify.annotations.NullMarked;
