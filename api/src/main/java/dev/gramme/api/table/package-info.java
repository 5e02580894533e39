/** Code that the operations on tables share: names and ARNs, shapes, rules and descriptions. */
@NullMarked
package dev.gramme.api.table;

import org.jspecify.annotations.NullMarked;
