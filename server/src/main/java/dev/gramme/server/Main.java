package dev.gramme.server;

import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import dev.gramme.server.tls.SelfSigned;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The command line. */
public final class Main {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private static final long LOADED_NANOS = System.nanoTime();

  private Main() {}

  /** Serves, or prints help. */
  public static void main(String[] args) {
    var command = args.length == 0 || args[0].startsWith("--") ? "serve" : args[0];
    var flags = Arrays.asList(args);
    int status =
        switch (command) {
          case "serve" ->
              serve(
                  args.length > 0 && args[0].equals("serve")
                      ? flags.subList(1, flags.size())
                      : flags);
          case "identities" -> identities(flags.subList(1, flags.size()));
          case "cluster" -> cluster(flags.subList(1, flags.size()));
          case "help" -> help();
          case "version" -> printVersion();
          default -> misuse("unknown command \"" + command + "\"; ./gramme help lists them");
        };
    if (status != 0) {
      System.exit(status);
    }
  }

  private static int cluster(List<String> flags) {
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
    System.out.print(
        """
        Gramme: a database that speaks DynamoDB's protocol.

        ./gramme [serve] [options]   build what is missing and serve
        ./gramme identities ...      add, list, rotate or remove who may ask
        ./gramme cluster [options]   three nodes of Cassandra and two servers, for trying
        ./gramme test [--all]        run the tests; --all runs the long ones too
        ./gramme bench [options]     compare with other servers (./gramme bench --help)
        ./gramme record [options]    write down what another server answers, or compare (./gramme record --help)
        ./gramme help                this text
        ./gramme version             what this is

        Options of serve, with their defaults. Each can also be set in the environment
        (--log-level is GRAMME_LOG_LEVEL) and in the settings file (log-level=debug):
        """
            + Settings.help()
            + """

            GRAMME_JAVA_OPTS in the environment has further options for the JVM.
            """);
    return 0;
  }

  private static int printVersion() {
    System.out.println("Gramme " + version() + ", Java " + Runtime.version());
    return 0;
  }

  private static int serve(List<String> flags) {
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
    return 0;
  }

  /** Before the first logger is made: slf4j-simple reads its properties then. */
  static void configureLog(String level) {
    System.setProperty("slf4j.provider", "org.slf4j.simple.SimpleServiceProvider");
    // Else it tells on the screen that it was told so.
    System.setProperty("slf4j.internal.verbosity", "WARN");
    var prefix = "org.slf4j.simpleLogger.";
    System.setProperty(prefix + "defaultLogLevel", level);
    System.setProperty(prefix + "log.io.netty", level.equals("debug") ? "info" : level);
    System.setProperty(prefix + "log.org.apache.kafka", level.equals("info") ? "warn" : level);
    System.setProperty(prefix + "log.com.datastax", level.equals("info") ? "warn" : level);
    System.setProperty(prefix + "showDateTime", "true");
    System.setProperty(prefix + "dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
    System.setProperty(prefix + "showShortLogName", "true");
  }

  /** An orderly stop is a success, which only a halt can say once the machine is going down. */
  private static void stop(Node node) {
    try {
      node.close();
      System.out.println("stopped");
      System.out.flush();
      Runtime.getRuntime().halt(0);
    } catch (RuntimeException e) {
      System.err.println("gramme: stopped in disorder: " + e);
    }
  }

  /** The address that a client on the same machine uses. */
  static String url(String scheme, String bind, int port) {
    var host = bind.equals("0.0.0.0") ? "127.0.0.1" : bind.equals("::") ? "::1" : bind;
    return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  static void announce(PrintStream out, Settings settings, Node node) {
    var url = url(settings.tls().scheme(), settings.bind(), node.port());
    var admin =
        url(settings.tls().scheme(), settings.admin().bind(), node.adminPort())
            + token(settings, node);
    var storage =
        settings.cassandra().isPresent()
            ? "Cassandra, keyspace " + settings.cassandra().get().keyspace()
            : settings.inMemory()
                ? "in memory; nothing is kept"
                : settings.data()
                    + " (RocksDB, "
                    + settings.durability().name().toLowerCase(Locale.ROOT)
                    + ")";
    // The AWS CLI takes the authorities that it trusts from a variable.
    var trust =
        settings
            .tls()
            .selfSigned()
            .map(folder -> "AWS_CA_BUNDLE=" + SelfSigned.certificate(folder) + " ")
            .orElse("");
    // With identities everybody has credentials of his own.
    var credentials =
        settings.identities().isEmpty() ? "AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x " : "";
    out.print(
        """
        Gramme %s serves DynamoDB's protocol at %s
          data     %s
          admin    %s
          ready    after %d ms; Ctrl-C stops
          try it   %saws dynamodb list-tables --region %s --endpoint-url %s
        """
            .formatted(
                version(),
                url,
                storage,
                admin,
                uptimeMillis(),
                trust + credentials,
                settings.region(),
                url));
    out.flush();
  }

  /** Where the token for changes is, or itself if it is kept nowhere. */
  private static String token(Settings settings, Node node) {
    return node.adminToken()
        .map(token ->
            settings
                .admin()
                .token()
                .map(file -> " (token in " + file + ")")
                .orElseGet(() -> " (token " + token.text() + ")"))
        .orElse("");
  }

  private static String version() {
    var version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "(development)" : version;
  }

  /** Since the script began, which hands the time over, or else since this class was loaded. */
  private static long uptimeMillis() {
    var started = System.getProperty("gramme.started");
    return started == null
        ? (System.nanoTime() - LOADED_NANOS) / 1_000_000
        : System.currentTimeMillis() - Long.parseLong(started);
  }
}
