/** Work that goes on by itself: expiry, and the trimming and rolling over of logs. */
@NullMarked
package dev.gramme.engine.maintenance;

import org.jspecify.annotations.NullMarked;
