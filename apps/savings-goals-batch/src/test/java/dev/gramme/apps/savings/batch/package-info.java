@NullMarked
package dev.gramme.apps.savings.batch;

import org.jspecify.annotations.NullMarked;
