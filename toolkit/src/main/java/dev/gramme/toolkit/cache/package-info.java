/** A caching client that behaves like DynamoDB Accelerator (DAX). */
@NullMarked
package dev.gramme.toolkit.cache;

import org.jspecify.annotations.NullMarked;
