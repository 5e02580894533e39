/** Sends the changes of tables to Apache Kafka, in place of a Kinesis stream. */
@NullMarked
package dev.gramme.destinations;

import org.jspecify.annotations.NullMarked;
