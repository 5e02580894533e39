/** Tests of the package of the same name. */
@NullMarked
package dev.gramme.toolkit.json;

import org.jspecify.annotations.NullMarked;
