package dev.gramme.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The programs to measure, and how they are started. */
enum Contestant {
  GRAMME("Gramme") {
    @Override
    List<String> command(Setup setup, int port, Path folder) {
      return gramme(setup, port, folder);
    }
  },
  DYNAMODB_LOCAL("DynamoDB Local 3.3.1, in memory") {
    @Override
    List<String> command(Setup setup, int port, Path folder) {
      var jars = setup.root().resolve("bench/target/dynamodb-local");
      return List.of(
          setup.java().toString(),
          "--enable-native-access=ALL-UNNAMED",
          "-Djava.library.path=" + jars,
          "-cp",
          jars + "/*",
          "software.amazon.dynamodb.services.local.main.ServerRunner",
          "-inMemory",
          "-port",
          Integer.toString(port));
    }
  },
  DYNALITE("dynalite 4.0.0, in memory") {
    @Override
    List<String> command(Setup setup, int port, Path folder) {
      return List.of(
          "node",
          setup.root().resolve("bench/target/dynalite/node_modules/dynalite/cli.js").toString(),
          "--port",
          Integer.toString(port),
          "--createTableMs",
          "0");
    }

    @Override
    boolean can(Workload workload) {
      return workload != Workload.TRANSACT;
    }
  },
  BARE_HTTP("bare HTTP server") {
    @Override
    List<String> command(Setup setup, int port, Path folder) {
      return List.of(
          setup.java().toString(),
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dio.netty.leakDetection.level=disabled",
          "-cp",
          System.getProperty("java.class.path"),
          BareHttp.class.getName(),
          Integer.toString(port));
    }

    @Override
    boolean can(Workload workload) {
      return workload == Workload.GET;
    }
  },
  GRAMME_SIGNED("Gramme, signatures verified") {
    @Override
    List<String> command(Setup setup, int port, Path folder) throws IOException {
      var identities = folder.resolve("identities.json");
      Files.writeString(
          identities,
          """
          {"identities": [{"accessKeyId": "%s", "secretAccessKey": "%s",
                           "arn": "arn:aws:iam::000000000000:root"}]}
          """
              .formatted(ACCESS_KEY, SECRET_KEY));
      var command = new ArrayList<>(gramme(setup, port, folder));
      command.addAll(List.of("--identities", identities.toString()));
      return command;
    }

    @Override
    boolean verifiesSignatures() {
      return true;
    }

    @Override
    boolean can(Workload workload) {
      return SIGNED.contains(workload);
    }
  },
  /** The server for development from npm, which serves plain HTTP on loopback. */
  EXTENDDB("ExtendDB 0.1.10, signatures verified") {
    @Override
    List<String> command(Setup setup, int port, Path folder) {
      return List.of(
          "env",
          "EXTENDDB__SERVER__PORT=" + port,
          "EXTENDDB__STORAGE__SQLITE__PATH=" + folder.resolve("data.db"),
          setup.root().resolve("bench/target/extenddb/extenddb").toString(),
          "serve",
          "--foreground");
    }

    @Override
    boolean verifiesSignatures() {
      return true;
    }

    @Override
    boolean can(Workload workload) {
      return SIGNED.contains(workload);
    }
  };

  /** The documented example credentials, with which ExtendDB's server for development starts. */
  private static final String ACCESS_KEY = "AKIAIOSFODNN7EXAMPLE";

  private static final String SECRET_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

  private static final Set<Workload> SIGNED =
      Set.of(Workload.GET, Workload.QUERY, Workload.PUT, Workload.UPDATE);

  private final String title;

  Contestant(String title) {
    this.title = title;
  }

  private static List<String> gramme(Setup setup, int port, Path folder) {
    return List.of(
        setup.root().resolve("gramme").toString(),
        "serve",
        "--port",
        Integer.toString(port),
        "--data",
        folder.resolve("data").toString());
  }

  /** The contestant with an option name. */
  static Contestant named(String name) {
    for (var contestant : values()) {
      if (contestant.id().equals(name)) {
        return contestant;
      }
    }
    throw new IllegalArgumentException("unknown contestant " + name);
  }

  /** The name in options, such as {@code dynamodb-local}. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The title in the report. */
  String title() {
    return title;
  }

  /** Whether it supports the operation. */
  boolean can(Workload workload) {
    return true;
  }

  /** Whether it accepts only requests with a valid signature. */
  boolean verifiesSignatures() {
    return false;
  }

  /** The signatures for it. */
  Signer signer() {
    return verifiesSignatures() ? Signer.valid(ACCESS_KEY, SECRET_KEY) : Signer.FORMAL;
  }

  abstract List<String> command(Setup setup, int port, Path folder) throws IOException;

  /** Starts it in a new folder. */
  RunningServer start(Setup setup, Path folder) throws IOException {
    Files.createDirectories(folder);
    int port = RunningServer.freePort();
    return RunningServer.start(
        command(setup, port, folder),
        Map.of("JAVA_HOME", setup.java().resolve("../..").normalize().toString()),
        port,
        folder,
        folder.resolve("output.log"));
  }

  /**
   * Paths.
   *
   * @param root the project's folder
   * @param java the Java launcher
   */
  record Setup(Path root, Path java) {}
}
