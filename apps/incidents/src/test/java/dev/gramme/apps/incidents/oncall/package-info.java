/** Tests of on-call schedules. */
@NullMarked
package dev.gramme.apps.incidents.oncall;

import org.jspecify.annotations.NullMarked;
