/**
 * One model, a ticket shop with 30 access patterns, written with the toolkit, with ElectroDB and
 * with the enhanced client of the AWS SDK.
 */
@NullMarked
package dev.gramme.apps.comparison;

import org.jspecify.annotations.NullMarked;
