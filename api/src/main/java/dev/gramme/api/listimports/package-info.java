/** ListImports. */
@NullMarked
package dev.gramme.api.listimports;

import org.jspecify.annotations.NullMarked;
