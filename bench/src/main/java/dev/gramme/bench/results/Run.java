package dev.gramme.bench.results;

/**
 * How and where measurements were made.
 *
 * @param date the date and time of its end, in UTC
 * @param command the command that made them
 * @param machine processors, memory, operating system
 * @param java the version of the JDK
 * @param load a sentence about the load
 */
public record Run(String date, String command, String machine, String java, String load) {}
