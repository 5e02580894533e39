package dev.gramme.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a node reads when it starts: its configuration, made from texts of this package. */
final class NodeFiles {
  private NodeFiles() {}

  /**
   * Writes the configuration of a node into its folder.
   *
   * @param further lines of it beside the usual ones
   */
  static void write(Path folder, String further, Map<String, String> values) {
    try {
      Files.createDirectories(temporary(folder));
      String yaml = text("cassandra.yaml") + further;
      for (var value : values.entrySet()) {
        yaml = yaml.replace("${" + value.getKey() + "}", value.getValue());
      }
      Files.writeString(folder.resolve("cassandra.yaml"), yaml);
      Files.writeString(folder.resolve("logback.xml"), text("logback.xml"));
    } catch (IOException e) {
      throw new ClusterException("The folder " + folder + " cannot be written.", e);
    }
  }

  /** Where a node unpacks native libraries: one that is killed leaves them. */
  static Path temporary(Path folder) {
    return folder.resolve("tmp");
  }

  /** The options of every node's JVM. */
  static List<String> jvmOptions() {
    return text("jvm.options").lines().filter(line -> !line.isBlank()).toList();
  }

  private static String text(String name) {
    try (InputStream in = NodeFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
