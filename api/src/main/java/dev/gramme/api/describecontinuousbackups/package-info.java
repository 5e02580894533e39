/** DescribeContinuousBackups. */
@NullMarked
package dev.gramme.api.describecontinuousbackups;

import org.jspecify.annotations.NullMarked;
