/** A cache in front of a client, which behaves as DynamoDB Accelerator (DAX) does. */
@NullMarked
package dev.gramme.toolkit.cache;

import org.jspecify.annotations.NullMarked;
