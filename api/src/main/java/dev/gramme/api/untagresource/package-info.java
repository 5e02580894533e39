/** UntagResource. */
@NullMarked
package dev.gramme.api.untagresource;

import org.jspecify.annotations.NullMarked;
