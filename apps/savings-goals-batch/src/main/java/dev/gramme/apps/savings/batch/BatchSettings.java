package dev.gramme.apps.savings.batch;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the batch is told: a command and options of the form {@code --name value}.
 *
 * @param exportId the export to consolidate; 0 where the command needs none
 * @param gold the folder of the gold tables, or {@code s3a://bucket/prefix}
 * @param s3Endpoint the address of a server of S3 that is not Amazon's; empty for theirs
 * @param runs the folder in which the runs stage
 * @param jdbcUrl of the relational database
 * @param dynamodb the address of the database, or {@code aws}
 * @param writesPerSecond 0 for as many as go
 */
record BatchSettings(
    Command command,
    long exportId,
    String gold,
    String s3Endpoint,
    String runs,
    String jdbcUrl,
    String dynamodb,
    int writesPerSecond) {

  enum Command {
    /** Writes an export's gold tables, then loads it. */
    NIGHTLY,
    /** Loads an export: goes on with a load of the same one, and takes the place of another. */
    LOAD,
    /** Goes on with a load that did not end. */
    RESUME,
    /** Brings back what was there before the latest load, whether that ended or not. */
    ROLLBACK
  }

  private static final List<String> OPTIONS =
      List.of("export", "gold", "s3-endpoint", "runs", "jdbc", "dynamodb", "writes-per-second");

  static BatchSettings of(String... arguments) {
    if (arguments.length % 2 == 0) {
      throw new IllegalArgumentException("a command and pairs of --name value are needed");
    }
    var options = new HashMap<String, String>();
    for (int i = 1; i < arguments.length; i += 2) {
      String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : arguments[i];
      if (!OPTIONS.contains(name)) {
        throw new IllegalArgumentException("there is no option " + arguments[i]);
      }
      options.put(name, arguments[i + 1]);
    }
    return new BatchSettings(
        Command.valueOf(arguments[0].toUpperCase(Locale.ROOT)),
        Long.parseLong(options.getOrDefault("export", "0")),
        needed(options, "gold"),
        options.getOrDefault("s3-endpoint", ""),
        needed(options, "runs"),
        needed(options, "jdbc"),
        needed(options, "dynamodb"),
        Integer.parseInt(options.getOrDefault("writes-per-second", "0")));
  }

  private static String needed(Map<String, String> options, String name) {
    String value = options.get(name);
    if (value == null) {
      throw new IllegalArgumentException("--" + name + " is missing");
    }
    return value;
  }
}
