/** What the operations on tables share: names and ARNs, shapes, rules, and how a table is shown. */
@NullMarked
package dev.gramme.api.table;

import org.jspecify.annotations.NullMarked;
