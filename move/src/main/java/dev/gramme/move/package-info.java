/** Commands that are clients of a server: tables from templates, files in and out, copies. */
@NullMarked
package dev.gramme.move;

import org.jspecify.annotations.NullMarked;
