/** What DynamoDB charges. */
@NullMarked
package dev.gramme.toolkit.price;

import org.jspecify.annotations.NullMarked;
