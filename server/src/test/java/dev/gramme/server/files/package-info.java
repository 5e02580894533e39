@NullMarked
package dev.gramme.server.files;

import org.jspecify.annotations.NullMarked;
