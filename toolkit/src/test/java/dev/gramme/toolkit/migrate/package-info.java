@NullMarked
package dev.gramme.toolkit.migrate;

import org.jspecify.annotations.NullMarked;
