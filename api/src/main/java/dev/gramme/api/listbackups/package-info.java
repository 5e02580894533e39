/** ListBackups. */
@NullMarked
package dev.gramme.api.listbackups;

import org.jspecify.annotations.NullMarked;
