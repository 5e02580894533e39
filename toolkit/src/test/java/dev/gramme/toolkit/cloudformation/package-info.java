/** Tests of the package of the same name. */
@NullMarked
package dev.gramme.toolkit.cloudformation;

import org.jspecify.annotations.NullMarked;
