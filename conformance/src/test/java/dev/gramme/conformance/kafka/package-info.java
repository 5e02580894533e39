/** Sends changes to Kafka. */
@NullMarked
package dev.gramme.conformance.kafka;

import org.jspecify.annotations.NullMarked;
