package dev.gramme.bench;

/**
 * What one run of a load gave.
 *
 * @param perSecond requests answered in a second
 * @param p50Micros the median latency
 * @param p99Micros the latency that one request in a hundred exceeds
 * @param errors requests that were not answered with success
 */
record Measurement(double perSecond, long p50Micros, long p99Micros, long errors) {}
