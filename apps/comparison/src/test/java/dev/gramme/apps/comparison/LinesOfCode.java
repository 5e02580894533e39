package dev.gramme.apps.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Counts lines of code in the same way for Java and TypeScript: lines that are neither empty nor
 * comments nor imports nor the declaration of a package. The sources have lines of up to 100
 * characters, as google-java-format and Prettier write them.
 */
final class LinesOfCode {
  private LinesOfCode() {}

  static int of(List<Path> sources) throws IOException {
    int count = 0;
    for (Path source : sources) {
      count += of(Files.readString(source));
    }
    return count;
  }

  static int of(String source) {
    int count = 0;
    boolean importing = false;
    for (String line : source.lines().map(String::strip).toList()) {
      if (line.startsWith("import ")) {
        importing = true;
      }
      if (importing) {
        // An import of TypeScript may have several lines.
        importing = !line.endsWith(";");
      } else if (isCode(line)) {
        count++;
      }
    }
    return count;
  }

  private static boolean isCode(String line) {
    return !line.isEmpty()
        && !line.startsWith("//")
        && !line.startsWith("/*")
        && !line.startsWith("*")
        && !line.startsWith("package ");
  }
}
