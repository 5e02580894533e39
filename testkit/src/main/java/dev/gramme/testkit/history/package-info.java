/** Random histories of requests, to be replayed on any two databases that must agree. */
@NullMarked
package dev.gramme.testkit.history;

import org.jspecify.annotations.NullMarked;
