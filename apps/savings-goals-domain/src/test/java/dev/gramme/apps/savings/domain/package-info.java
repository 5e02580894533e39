/** Tests of the tables on an in-memory database. */
@NullMarked
package dev.gramme.apps.savings.domain;

import org.jspecify.annotations.NullMarked;
