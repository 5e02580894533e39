@NullMarked
package dev.gramme.toolkit.page;

import org.jspecify.annotations.NullMarked;
