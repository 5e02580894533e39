/** Resource policies of tables and streams. */
@NullMarked
package dev.gramme.engine.policy;

import org.jspecify.annotations.NullMarked;
