/** Tests of the measurements. */
@NullMarked
package dev.gramme.apps.incidents.measure;

import org.jspecify.annotations.NullMarked;
