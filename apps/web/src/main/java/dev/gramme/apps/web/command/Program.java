package dev.gramme.apps.web.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * A program with a few commands, each with its settings. A wrong start gives a one-line message:
 * with status 2 if the settings are invalid, with 1 if something that it needs is unavailable. Only
 * a bug ends it with a stack trace.
 */
public final class Program {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  /** The work of a command. It returns when it is done. */
  @FunctionalInterface
  public interface Action {
    void run(Settings settings) throws Exception;
  }

  private record Command(String name, String meaning, List<Setting> settings, Action action) {}

  private final String name;
  private final String meaning;
  private final String prefix;
  private final List<Command> commands = new ArrayList<>();

  /**
   * A program without commands.
   *
   * @param name the name after {@code ./gramme app}
   * @param meaning a one-line description
   * @param prefix the prefix of its environment variables, such as {@code GRID}
   */
  public Program(String name, String meaning, String prefix) {
    this.name = name;
    this.meaning = meaning;
    this.prefix = prefix;
  }

  /** Adds a command. The first one is the default. */
  public Program command(String command, String does, List<Setting> settings, Action action) {
    commands.add(new Command(command, does, List.copyOf(settings), action));
    return this;
  }

  /** Runs the requested command, then ends the process. */
  public void main(String... arguments) {
    System.exit(run(System.getenv(), System.out, System.err, arguments));
  }

  /**
   * Runs the requested command.
   *
   * @return the exit status
   */
  int run(Map<String, String> environment, PrintStream out, PrintStream err, String... arguments) {
    boolean isNamed = arguments.length > 0 && isCommand(arguments[0]);
    String word = isNamed ? arguments[0].replaceFirst("^--", "") : commands.getFirst().name();
    String[] flags = Arrays.copyOfRange(arguments, isNamed ? 1 : 0, arguments.length);
    if (word.equals("help") || List.of(flags).contains("--help")) {
      out.print(help());
      return 0;
    }
    try {
      Command command = named(word);
      command.action().run(Settings.read(command.settings(), prefix, environment, flags));
      return 0;
    } catch (SettingsException e) {
      err.println("%s: %s (./gramme app %s help)".formatted(name, e.getMessage(), name));
      return MISUSED;
    } catch (StartException e) {
      err.println(name + ": " + e.getMessage());
      return FAILED;
    } catch (Exception e) {
      e.printStackTrace(err);
      return FAILED;
    }
  }

  /** Whether the first argument is a command; {@code --template} is the command template, too. */
  private boolean isCommand(String first) {
    return !first.startsWith("--")
        || commands.stream().anyMatch(command -> first.equals("--" + command.name()));
  }

  private Command named(String word) throws SettingsException {
    return commands.stream()
        .filter(command -> command.name().equals(word))
        .findFirst()
        .orElseThrow(() -> new SettingsException("unknown command \"" + word + "\""));
  }

  /** A setting of several commands is explained only at the first of them. */
  String help() {
    var help = new StringBuilder(meaning).append("\n");
    var explained = new HashSet<String>();
    for (Command command : commands) {
      String shown =
          command.equals(commands.getFirst()) ? "[" + command.name() + "]" : command.name();
      help.append("\n./gramme app %s %s   %s\n".formatted(name, shown, command.meaning()));
      var before =
          command.settings().stream()
              .map(setting -> "--" + setting.name())
              .filter(explained::contains)
              .collect(Collectors.joining(", "));
      for (Setting setting : command.settings()) {
        if (explained.add("--" + setting.name())) {
          help.append(line(setting));
        }
      }
      if (!before.isEmpty()) {
        help.append("    see above: ").append(before).append("\n");
      }
    }
    Setting example = commands.getFirst().settings().getFirst();
    return help.append("\nEach setting can also be an environment variable: ")
        .append(example.variable(prefix))
        .append(" for --")
        .append(example.name())
        .append(".\n")
        .toString();
  }

  private static String line(Setting setting) {
    String flag = "--" + setting.name() + " " + setting.placeholder();
    String initial = setting.initial().isEmpty() ? "" : " (" + setting.initial() + ")";
    return "    %-32s %s%s\n".formatted(flag, setting.meaning(), initial);
  }

  /** Waits until the process is terminated, then closes resources in this order. */
  public static void serve(AutoCloseable... open) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAll(open)));
    System.out.println("Ctrl-C stops");
    new CountDownLatch(1).await();
  }

  private static void closeAll(AutoCloseable... open) {
    for (AutoCloseable one : open) {
      try {
        one.close();
      } catch (Exception e) {
        // Close the others nevertheless.
        e.printStackTrace(System.err);
      }
    }
  }
}
