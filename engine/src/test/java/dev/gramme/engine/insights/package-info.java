/** Tests of contributor insights. */
@NullMarked
package dev.gramme.engine.insights;

import org.jspecify.annotations.NullMarked;
