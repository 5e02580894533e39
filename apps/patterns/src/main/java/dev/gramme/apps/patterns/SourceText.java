package dev.gramme.apps.patterns;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads the entities and access patterns of a pattern from its source, which is a resource beside
 * its class: all that its class declares before its first method.
 */
final class SourceText {
  private static final String FIRST_METHOD = "  @Override";
  private static final String CONSTANT = "private static final ";

  private SourceText() {}

  /** The records and the interface of access patterns, with the constants that they use. */
  static String of(Class<?> model) {
    List<String> declarations = new ArrayList<>();
    for (String block : declared(model).split("\n\n", -1)) {
      declarations.add(block.stripTrailing());
    }
    String others =
        declarations.stream()
            .filter(declaration -> !declaration.contains(CONSTANT))
            .collect(Collectors.joining("\n\n"));
    List<String> used = new ArrayList<>();
    for (String declaration : declarations) {
      if (!declaration.contains(CONSTANT)) {
        used.add(declaration);
        continue;
      }
      String constants =
          declaration
              .lines()
              .filter(line -> isUsedConstant(line, others))
              .collect(Collectors.joining("\n"));
      if (!constants.isEmpty()) {
        used.add(constants);
      }
    }
    return String.join("\n\n", used).strip();
  }

  private static boolean isUsedConstant(String line, String others) {
    int at = line.indexOf(CONSTANT);
    if (at < 0 || !line.endsWith(";")) {
      return false;
    }
    String name = line.substring(at + CONSTANT.length()).split("[ =]+", 3)[1];
    return others.matches("(?s).*\\b" + name + "\\b.*");
  }

  /** The text between the class's first line and its first method, without indentation. */
  private static String declared(Class<?> model) {
    String file = model.getSimpleName() + ".java";
    List<String> lines;
    try (InputStream source = model.getResourceAsStream(file)) {
      if (source == null) {
        throw new IllegalStateException("the source " + file + " is not beside its class");
      }
      lines = new String(source.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines.stream()
        .dropWhile(line -> !line.startsWith("public final class "))
        .dropWhile(line -> !line.endsWith("{"))
        .skip(1)
        .takeWhile(line -> !line.equals(FIRST_METHOD))
        .map(line -> line.startsWith("  ") ? line.substring(2) : line)
        .collect(Collectors.joining("\n"));
  }
}
