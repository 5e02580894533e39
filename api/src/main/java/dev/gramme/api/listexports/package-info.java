/** ListExports. */
@NullMarked
package dev.gramme.api.listexports;

import org.jspecify.annotations.NullMarked;
