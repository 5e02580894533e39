/** Tests of the package of the same name. */
@NullMarked
package dev.gramme.toolkit.workbench;

import org.jspecify.annotations.NullMarked;
