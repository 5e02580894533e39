/** What both pipelines share: the business rules and the two tables. */
@NullMarked
package dev.gramme.apps.savings.domain;

import org.jspecify.annotations.NullMarked;
