/** Tests of resource policies. */
@NullMarked
package dev.gramme.engine.policy;

import org.jspecify.annotations.NullMarked;
