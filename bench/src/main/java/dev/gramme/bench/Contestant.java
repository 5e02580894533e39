package dev.gramme.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The programs to measure, and how they are started. */
enum Contestant {
  GRAMME("Gramme (RocksDB, durable)") {
    @Override
    List<String> command(Setup setup, int port, Path folder) {
      return List.of(
          setup.root().resolve("gramme").toString(),
          "serve",
          "--port",
          Integer.toString(port),
          "--data",
          folder.resolve("data").toString());
    }
  },
  DYNAMODB_LOCAL("DynamoDB Local (in memory)") {
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
  DYNALITE("dynalite (in memory)") {
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
  BARE_HTTP("limit: the HTTP server alone") {
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
  };

  private final String title;

  Contestant(String title) {
    this.title = title;
  }

  /** The contestant with an option name, such as {@code dynamodb-local}. */
  static Contestant named(String name) {
    for (var contestant : values()) {
      if (contestant.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
        return contestant;
      }
    }
    throw new IllegalArgumentException("unknown contestant " + name);
  }

  /** The title in the report. */
  String title() {
    return title;
  }

  /** Whether it supports the operation. */
  boolean can(Workload workload) {
    return true;
  }

  abstract List<String> command(Setup setup, int port, Path folder);

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
