package dev.gramme.apps.savings.batch;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The batch's arguments: a command and options of the form {@code --name value}. {@code --jdbc} can
 * also be the environment variable {@code SAVINGS_JDBC}.
 *
 * @param exportId the export to consolidate; 0 if the command needs none
 * @param gold the folder of the gold tables, or {@code s3a://bucket/prefix}
 * @param s3Endpoint the address of an S3 server other than Amazon's; empty for Amazon's
 * @param runs the folder in which runs stage their data
 * @param jdbcUrl of the relational database; it may contain the password
 * @param dynamodb the address of the database, or {@code aws}
 * @param writesPerSecond 0 for no limit
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
    /**
     * Loads an export: resumes an unfinished load of the same export, and replaces one of another
     * export.
     */
    LOAD,
    /** Resumes an unfinished load. */
    RESUME,
    /** Restores the state before the latest load, whether or not that load finished. */
    ROLLBACK
  }

  private static final List<String> OPTIONS =
      List.of("export", "gold", "s3-endpoint", "runs", "jdbc", "dynamodb", "writes-per-second");

  /** The environment variable of {@code --jdbc}, which hides the password from other users. */
  private static final String JDBC_VARIABLE = "SAVINGS_JDBC";

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException if they are invalid, with a message for users
   */
  static BatchSettings of(Map<String, String> environment, String... arguments) {
    if (arguments.length % 2 == 0) {
      throw new IllegalArgumentException("a command and pairs of --name value are needed");
    }
    var options = new HashMap<String, String>();
    if (environment.containsKey(JDBC_VARIABLE)) {
      options.put("jdbc", environment.get(JDBC_VARIABLE));
    }
    for (int i = 1; i < arguments.length; i += 2) {
      String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : arguments[i];
      if (!OPTIONS.contains(name)) {
        throw new IllegalArgumentException("unknown option " + arguments[i]);
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
