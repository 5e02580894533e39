/** ListTables. */
@NullMarked
package dev.gramme.api.listtables;

import org.jspecify.annotations.NullMarked;
