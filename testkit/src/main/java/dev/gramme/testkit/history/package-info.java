/**
 * Random histories of requests to replay on two databases that must agree, and the check of
 * recorded histories of concurrent requests.
 */
@NullMarked
package dev.gramme.testkit.history;

import org.jspecify.annotations.NullMarked;
