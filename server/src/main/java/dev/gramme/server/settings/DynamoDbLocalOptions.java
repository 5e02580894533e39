package dev.gramme.server.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The command line of DynamoDB Local, so that its users need to change only the name of the image
 * or of the program. Options with one dash become the settings of the same meaning.
 */
public final class DynamoDbLocalOptions {
  /** Options without a value that change nothing in Gramme. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of("-optimizeDbBeforeStartup", "-disableTelemetry");

  /**
   * Precedes the flags of {@link #translate} and makes the {@link SettingSources} use the defaults
   * of DynamoDB Local. It is not an option, because no flag of Gramme begins with one dash.
   */
  static final String MARK = "-dynamodb-local-defaults";

  /** Defaults of DynamoDB Local. Flags, the environment and the settings file take precedence. */
  static final Map<Setting, String> DEFAULTS = Map.of(Setting.CORS, "*");

  private final List<String> flags = new ArrayList<>();
  private boolean shared;
  private boolean inMemory;
  private boolean hasFolder;

  private DynamoDbLocalOptions() {}

  /** Whether a command line is one of DynamoDB Local: it has an option with one dash. */
  public static boolean isOne(List<String> args) {
    return args.stream().anyMatch(arg -> arg.startsWith("-") && !arg.startsWith("--"));
  }

  /**
   * The flags of Gramme that mean the same, for {@link Settings#read}.
   *
   * @throws SettingsException if an option is unknown, lacks its value, or contradicts another
   */
  public static List<String> translate(List<String> args) throws SettingsException {
    var options = new DynamoDbLocalOptions();
    int i = 0;
    while (i < args.size()) {
      i += options.read(args, i);
    }
    if (options.inMemory && options.hasFolder) {
      throw new SettingsException("-inMemory and -dbPath exclude each other");
    }
    options.flags.addFirst("--databases=" + (options.shared ? "all" : "key"));
    options.flags.addFirst(MARK);
    return List.copyOf(options.flags);
  }

  /** Reads the option at an index, and returns how many arguments it consists of. */
  private int read(List<String> args, int at) throws SettingsException {
    String option = args.get(at);
    switch (option) {
      case "-sharedDb" -> shared = true;
      case "-inMemory" -> {
        inMemory = true;
        flags.add("--in-memory");
      }
      case "-delayTransientStatuses" -> flags.add("--state-delays=service");
      case "-help", "-h" -> flags.add("--help");
      case "-version" -> flags.add("--version");
      case "-port" -> {
        flags.add("--port=" + value(args, at, "a port"));
        return 2;
      }
      case "-dbPath" -> {
        hasFolder = true;
        flags.add("--data=" + value(args, at, "a folder"));
        return 2;
      }
      case "-cors" -> {
        flags.add("--cors=" + value(args, at, "origins"));
        return 2;
      }
      // The arguments of java in Dockerfiles and compose files.
      case "-jar" -> {
        value(args, at, "a file");
        return 2;
      }
      default -> ignoreOrPass(option);
    }
    return 1;
  }

  private void ignoreOrPass(String option) throws SettingsException {
    if (!option.startsWith("-") || option.startsWith("--")) {
      flags.add(option); // a setting of Gramme, or its value
    } else if (!WITHOUT_EFFECT.contains(option)
        && !option.startsWith("-D")
        && !option.startsWith("-X")) {
      throw new SettingsException(
          ("unknown option %s; of DynamoDB Local's options these are known: -inMemory, -dbPath,"
                  + " -sharedDb, -port, -cors, -delayTransientStatuses, -optimizeDbBeforeStartup,"
                  + " -disableTelemetry, -help, -version")
              .formatted(option));
    }
  }

  private static String value(List<String> args, int at, String what) throws SettingsException {
    if (at + 1 == args.size()) {
      throw new SettingsException(args.get(at) + " needs " + what);
    }
    return args.get(at + 1);
  }
}
