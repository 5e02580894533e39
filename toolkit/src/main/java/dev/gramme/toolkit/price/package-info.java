/** DynamoDB's prices. */
@NullMarked
package dev.gramme.toolkit.price;

import org.jspecify.annotations.NullMarked;
