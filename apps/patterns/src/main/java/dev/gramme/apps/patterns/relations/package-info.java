/** Related data. */
@NullMarked
package dev.gramme.apps.patterns.relations;

import org.jspecify.annotations.NullMarked;
