/**
 * Embedded Gramme: a database in the process of the program, used with clients of the AWS SDK and
 * without a socket.
 */
@NullMarked
package dev.gramme.embedded;

import org.jspecify.annotations.NullMarked;
