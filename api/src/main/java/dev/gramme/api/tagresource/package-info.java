/** TagResource. */
@NullMarked
package dev.gramme.api.tagresource;

import org.jspecify.annotations.NullMarked;
