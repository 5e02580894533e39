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
 * A program of a few commands, each with its settings. Whoever starts it wrongly is told so in one
 * line: with status 2 if what they set makes no sense, with 1 if what it needs is not there. Only a
 * bug ends it with a stack trace.
 */
public final class Program {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  /** What a command does. It returns when it is done. */
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
   * @param name what follows {@code ./gramme app}
   * @param meaning what it is, in a line
   * @param prefix what its variables in the environment begin with, such as {@code GRID}
   */
  public Program(String name, String meaning, String prefix) {
    this.name = name;
    this.meaning = meaning;
    this.prefix = prefix;
  }

  /** Adds a command. The first one is what runs if none is named. */
  public Program command(String command, String does, List<Setting> settings, Action action) {
    commands.add(new Command(command, does, List.copyOf(settings), action));
    return this;
  }

  /** Runs what the command line asks for, and ends the process once that is done. */
  public void main(String... arguments) {
    System.exit(run(System.getenv(), System.out, System.err, arguments));
  }

  /**
   * Runs what the arguments ask for.
   *
   * @return the status to end with
   */
  int run(Map<String, String> environment, PrintStream out, PrintStream err, String... arguments) {
    boolean isNamed = arguments.length > 0 && !arguments[0].startsWith("--");
    String word = isNamed ? arguments[0] : commands.getFirst().name();
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

  private Command named(String word) throws SettingsException {
    return commands.stream()
        .filter(command -> command.name().equals(word))
        .findFirst()
        .orElseThrow(() -> new SettingsException("there is no command \"" + word + "\""));
  }

  /** A setting of several commands is explained at the first of them. */
  String help() {
    var help = new StringBuilder(meaning).append("\n");
    var told = new HashSet<String>();
    for (Command command : commands) {
      String shown =
          command.equals(commands.getFirst()) ? "[" + command.name() + "]" : command.name();
      help.append("\n./gramme app %s %s   %s\n".formatted(name, shown, command.meaning()));
      var before =
          command.settings().stream()
              .map(setting -> "--" + setting.name())
              .filter(told::contains)
              .collect(Collectors.joining(", "));
      for (Setting setting : command.settings()) {
        if (told.add("--" + setting.name())) {
          help.append(line(setting));
        }
      }
      if (!before.isEmpty()) {
        help.append("    and as above: ").append(before).append("\n");
      }
    }
    return help.append("\nEach is also a variable of the environment: --")
        .append(commands.getFirst().settings().getFirst().name())
        .append(" is ")
        .append(commands.getFirst().settings().getFirst().variable(prefix))
        .append(".\n")
        .toString();
  }

  private static String line(Setting setting) {
    String flag = "--" + setting.name() + " " + setting.placeholder();
    String initial = setting.initial().isEmpty() ? "" : " (" + setting.initial() + ")";
    return "    %-32s %s%s\n".formatted(flag, setting.meaning(), initial);
  }

  /** Waits until the process is told to end, then closes what is open, in this order. */
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
        // The others are to be closed nevertheless.
        e.printStackTrace(System.err);
      }
    }
  }
}
