package dev.gramme.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The configuration files of nodes, made from the templates in this package. */
final class NodeFiles {
  private NodeFiles() {}

  /**
   * Writes the configuration of a Cassandra node into its folder.
   *
   * @param additions lines to append to {@code cassandra.yaml}
   * @param values the values of the placeholders, such as {@code address} for <code>${address}
   *     </code>
   */
  static void write(Path folder, String additions, Map<String, String> values) {
    try {
      Files.createDirectories(temporary(folder));
      Files.writeString(
          folder.resolve("cassandra.yaml"), filled("cassandra.yaml", values) + additions);
      Files.writeString(folder.resolve("logback.xml"), text("logback.xml"));
    } catch (IOException e) {
      throw new ClusterException("The folder " + folder + " cannot be written to.", e);
    }
  }

  /**
   * The folder into which a node unpacks native libraries. A killed node does not delete them, so
   * they are kept within the node's folder and not in the system's folder for temporary files.
   */
  static Path temporary(Path folder) {
    return folder.resolve("tmp");
  }

  /** The JVM options that all nodes share. */
  static List<String> jvmOptions() {
    return text("jvm.options").lines().filter(line -> !line.isBlank()).toList();
  }

  /** A template of this package with the values of its placeholders. */
  static String filled(String template, Map<String, String> values) {
    String text = text(template);
    for (var value : values.entrySet()) {
      text = text.replace("${" + value.getKey() + "}", value.getValue());
    }
    return text;
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
