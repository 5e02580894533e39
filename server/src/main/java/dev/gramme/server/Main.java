package dev.gramme.server;

import dev.gramme.server.backup.BackupCommand;
import dev.gramme.server.backup.CheckCommand;
import dev.gramme.server.backup.RestoreCommand;
import dev.gramme.server.console.ConsolePage;
import dev.gramme.server.endpoint.ConsoleCommand;
import dev.gramme.server.settings.DynamoDbLocalOptions;
import dev.gramme.server.settings.ProgramName;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import dev.gramme.server.tls.SelfSigned;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The command line. The start script handles some commands of the help itself, such as {@code mcp}
 * and {@code test}; they do not reach this class.
 */
public final class Main {
  private static final Path UPTIME = Path.of("/proc/uptime");
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private static final long LOADED_NANOS = System.nanoTime();

  private Main() {}

  /** Runs the command that the first argument names; without one, starts the server. */
  public static void main(String[] args) {
    var command = args.length == 0 || args[0].startsWith("-") ? "serve" : args[0];
    var flags = Arrays.asList(args);
    int status =
        switch (command) {
          case "serve" ->
              serve(
                  args.length > 0 && args[0].equals("serve")
                      ? flags.subList(1, flags.size())
                      : flags);
          case "identities" -> identities(flags.subList(1, flags.size()));
          case "backup", "restore", "check" -> backups(command, flags.subList(1, flags.size()));
          case "apply", "copy", "export", "import" ->
              client(command, flags.subList(1, flags.size()));
          case "cluster" -> cluster(flags.subList(1, flags.size()));
          case "console" -> console(flags.subList(1, flags.size()));
          case "health" -> health(flags.subList(1, flags.size()));
          case "help" -> help();
          case "version" -> printVersion();
          default ->
              misuse(
                  ProgramName.in("unknown command \"" + command + "\"; ./gramme help lists them"));
        };
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Failures are reported in one line, so the log has only errors. */
  static int backups(String command, List<String> arguments) {
    configureLog("error");
    var environment = System.getenv();
    return switch (command) {
      case "backup" -> BackupCommand.run(arguments, environment, version(), System.out, System.err);
      case "restore" -> RestoreCommand.run(arguments, environment, System.out, System.err);
      default -> CheckCommand.run(arguments, environment, System.out, System.err);
    };
  }

  private static int client(String command, List<String> arguments) {
    configureLog("error");
    return ClientCommand.run(command, arguments, System.getenv(), System.out, System.err);
  }

  private static int health(List<String> arguments) {
    configureLog("error");
    return arguments.contains("--help")
        ? help()
        : HealthCommand.run(arguments, System.getenv(), System.out, System.err);
  }

  private static int console(List<String> arguments) {
    configureLog("error");
    return ConsoleCommand.run(arguments, System.getenv(), System.out, System.err);
  }

  private static int cluster(List<String> flags) {
    if (ProgramName.isInstalled()) {
      return misuse(
          "the command cluster is for development: run ./gramme cluster in a clone of Gramme");
    }
    return flags.contains("--help") ? help() : ClusterCommand.run(flags, System.getenv());
  }

  private static int identities(List<String> arguments) {
    return arguments.contains("--help")
        ? help()
        : IdentitiesCommand.run(arguments, System.getenv(), System.out, System.err);
  }

  private static int misuse(String line) {
    System.err.println("gramme: " + line);
    return MISUSED;
  }

  private static int help() {
    System.out.print(helpText());
    return 0;
  }

  /**
   * The commands, then the options of serve. The start script prints the same files, so that it
   * needs no build.
   */
  static String helpText() {
    return ProgramName.in(resource("help/commands.txt"))
        + (ProgramName.isInstalled() ? "" : resource("help/development.txt"))
        + resource("help/options.txt");
  }

  private static String resource(String name) {
    try (InputStream text = Main.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(text, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int printVersion() {
    System.out.println("Gramme " + version() + ", Java " + Runtime.version());
    return 0;
  }

  private static int serve(List<String> arguments) {
    List<String> flags;
    try {
      flags =
          DynamoDbLocalOptions.isOne(arguments)
              ? DynamoDbLocalOptions.translate(arguments)
              : arguments;
    } catch (SettingsException e) {
      return misuse(String.valueOf(e.getMessage()));
    }
    if (flags.contains("--help")) {
      return help();
    }
    if (flags.contains("--version")) {
      return printVersion();
    }
    Settings settings;
    try {
      settings = Settings.read(flags, System.getenv());
    } catch (SettingsException e) {
      return misuse(String.valueOf(e.getMessage()));
    }
    configureLog(settings.logLevel());
    Node node;
    try {
      node = Node.start(settings);
    } catch (StartException e) {
      System.err.println("gramme: " + e.getMessage());
      return FAILED;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node), "stop"));
    announce(System.out, settings, node);
    Readiness.report(System.getenv());
    if (settings.stopsWithInput()) {
      Thread.ofPlatform().daemon().name("input").start(() -> stopAtEnd(System.in));
    }
    return 0;
  }

  /**
   * Must run before the first logger is created, because slf4j-simple reads its properties only
   * then.
   */
  static void configureLog(String level) {
    System.setProperty("slf4j.provider", "org.slf4j.simple.SimpleServiceProvider");
    // Otherwise SLF4J prints a line about the explicitly chosen provider.
    System.setProperty("slf4j.internal.verbosity", "WARN");
    var prefix = "org.slf4j.simpleLogger.";
    System.setProperty(prefix + "defaultLogLevel", level);
    System.setProperty(prefix + "log.io.netty", level.equals("debug") ? "info" : level);
    System.setProperty(prefix + "log.org.apache.kafka", level.equals("info") ? "warn" : level);
    System.setProperty(prefix + "log.com.datastax", level.equals("info") ? "warn" : level);
    System.setProperty(prefix + "log.com.zaxxer", level.equals("info") ? "warn" : level);
    System.setProperty(prefix + "showDateTime", "true");
    System.setProperty(prefix + "dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
    System.setProperty(prefix + "showShortLogName", "true");
  }

  /**
   * Stops the process when the input ends. The input is a pipe from the program that started this
   * server; it ends with that program, even if the program is killed.
   */
  private static void stopAtEnd(InputStream input) {
    try {
      input.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      System.err.println("gramme: the standard input cannot be read, so the server stops: " + e);
    }
    System.exit(0);
  }

  /**
   * An orderly stop must exit with status 0. During shutdown only {@code halt} can set the status.
   */
  private static void stop(Node node) {
    try {
      node.close();
      System.out.println("stopped");
      System.out.flush();
      Runtime.getRuntime().halt(0);
    } catch (RuntimeException e) {
      System.err.println("gramme: stopped with an error: " + e);
    }
  }

  /** The URL for a client on the same machine. */
  static String url(String scheme, String bind, int port) {
    var host = bind.equals("0.0.0.0") ? "127.0.0.1" : bind.equals("::") ? "::1" : bind;
    return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** Where the data is, for a person. */
  private static String storage(Settings settings) {
    if (settings.cassandra().isPresent()) {
      return "Cassandra, keyspace " + settings.cassandra().get().keyspace();
    }
    if (settings.postgres().isPresent()) {
      var postgres = settings.postgres().get();
      return postgres.database() + ", schema " + postgres.schema();
    }
    return settings.inMemory()
        ? "in memory; nothing is stored on disk"
        : "%s (RocksDB, %s)"
            .formatted(settings.data(), settings.durability().name().toLowerCase(Locale.ROOT));
  }

  static void announce(PrintStream out, Settings settings, Node node) {
    var url = url(settings.tls().scheme(), settings.bind(), node.port());
    var admin =
        url(settings.tls().scheme(), settings.admin().bind(), node.adminPort())
            + token(settings, node);
    var storage = storage(settings);
    // The AWS CLI reads trusted authorities from this variable.
    var trust =
        settings
            .tls()
            .selfSigned()
            .map(folder -> "AWS_CA_BUNDLE=" + SelfSigned.certificate(folder) + " ")
            .orElse("");
    var console = settings.console() ? "  console  %s%s%n".formatted(url, ConsolePage.PATH) : "";
    // With identities, all users have their own credentials.
    var credentials =
        settings.identities().isEmpty() ? "AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x " : "";
    out.print(
        """
        Gramme %s serves DynamoDB's protocol at %s
          data     %s
        %s  admin    %s
          ready    after %d ms; Ctrl-C stops
          try it   %saws dynamodb list-tables --region %s --endpoint-url %s
        """
            .formatted(
                version(),
                url,
                storage,
                console,
                admin,
                uptimeMillis(),
                trust + credentials,
                settings.region(),
                url));
    out.flush();
  }

  /** The file of the admin token, or the token itself if it is stored in no file. */
  private static String token(Settings settings, Node node) {
    return node.adminToken()
        .filter(token -> settings.needsAdminToken())
        .map(token ->
            settings
                .admin()
                .token()
                .map(file -> " (token in " + file + ")")
                .orElseGet(() -> " (token " + token.text() + ")"))
        .orElse("");
  }

  static String version() {
    var version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "(development)" : version;
  }

  /**
   * Milliseconds since the start script began, which passes the time on, or else since this class
   * was loaded. A shell without a clock of milliseconds passes the machine's uptime in seconds.
   */
  private static long uptimeMillis() {
    var started = System.getProperty("gramme.started");
    if (started != null) {
      return System.currentTimeMillis() - Long.parseLong(started);
    }
    var uptime = System.getProperty("gramme.started.uptime");
    try {
      if (uptime != null) {
        var now = Files.readString(UPTIME).split(" ", 2)[0];
        return Math.round((Double.parseDouble(now) - Double.parseDouble(uptime)) * 1000);
      }
    } catch (IOException e) {
      // Not Linux: the time since the class was loaded is close enough.
    }
    return (System.nanoTime() - LOADED_NANOS) / 1_000_000;
  }
}
