/** Clients of the AWS SDK that stand in front of others. */
@NullMarked
package dev.gramme.toolkit.client;

import org.jspecify.annotations.NullMarked;
