/** Hands the changes of tables on to Apache Kafka, where a Kinesis stream was asked for. */
@NullMarked
package dev.gramme.destinations;

import org.jspecify.annotations.NullMarked;
