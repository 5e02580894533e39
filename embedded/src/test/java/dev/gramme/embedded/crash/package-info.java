/** Tests that repeatedly kill a database process under load and check the data afterwards. */
@NullMarked
package dev.gramme.embedded.crash;

import org.jspecify.annotations.NullMarked;
