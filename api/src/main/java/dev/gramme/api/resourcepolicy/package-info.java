/** PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy. */
@NullMarked
package dev.gramme.api.resourcepolicy;

import org.jspecify.annotations.NullMarked;
