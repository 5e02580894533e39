/** ListTagsOfResource. */
@NullMarked
package dev.gramme.api.listtagsofresource;

import org.jspecify.annotations.NullMarked;
