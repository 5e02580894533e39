/** Gramme in process: clients of the AWS SDK that need no socket. */
@NullMarked
package dev.gramme.embedded;

import org.jspecify.annotations.NullMarked;
