/** The bank's Kafka events about deposits. */
@NullMarked
package dev.gramme.apps.savings.event;

import org.jspecify.annotations.NullMarked;
