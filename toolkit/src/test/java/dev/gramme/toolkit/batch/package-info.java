@NullMarked
package dev.gramme.toolkit.batch;

import org.jspecify.annotations.NullMarked;
