/** A model whose keys ignore the case of letters, with time stamps and default values. */
@NullMarked
package dev.gramme.toolkit.members;

import org.jspecify.annotations.NullMarked;
