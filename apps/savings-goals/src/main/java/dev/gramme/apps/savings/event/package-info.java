/** What the bank tells about deposits over Kafka. */
@NullMarked
package dev.gramme.apps.savings.event;

import org.jspecify.annotations.NullMarked;
