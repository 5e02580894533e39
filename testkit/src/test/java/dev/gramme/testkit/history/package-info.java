@NullMarked
package dev.gramme.testkit.history;

import org.jspecify.annotations.NullMarked;
