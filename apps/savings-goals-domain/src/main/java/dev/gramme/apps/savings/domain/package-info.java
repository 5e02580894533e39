/** The code shared by both pipelines: the business rules and the two tables. */
@NullMarked
package dev.gramme.apps.savings.domain;

import org.jspecify.annotations.NullMarked;
