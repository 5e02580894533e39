/** The ticket shop with the enhanced client of the AWS SDK. */
@NullMarked
package dev.gramme.apps.comparison.enhanced;

import org.jspecify.annotations.NullMarked;
