/** UpdateContinuousBackups. */
@NullMarked
package dev.gramme.api.updatecontinuousbackups;

import org.jspecify.annotations.NullMarked;
