/** Pages for operators and peers. */
@NullMarked
package dev.gramme.server.admin;

import org.jspecify.annotations.NullMarked;
