package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HelpTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String TEXTS = "server/src/main/resources/dev/gramme/server/help";

  @TempDir private Path clone;

  /** The output of the start script in a clone in which nothing is built. */
  private List<String> helpOfScript() throws Exception {
    var files = List.of("commands.txt", "development.txt", "options.txt");
    for (String file :
        Stream.concat(Stream.of("gramme"), files.stream().map(text -> TEXTS + "/" + text))
            .toList()) {
      Path copy = clone.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(ROOT.resolve(file), copy);
    }
    var process =
        new ProcessBuilder("bash", clone.resolve("gramme").toString(), "help")
            .redirectErrorStream(true)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  @Test
  void the_script_prints_the_help_without_a_build() throws Exception {
    assertThat(helpOfScript())
        .hasSizeGreaterThan(60)
        .isEqualTo(Main.helpText().lines().toList())
        .anyMatch(line -> line.startsWith("Options of serve"));
  }

  @Test
  void every_command_of_the_script_and_of_the_server_is_in_the_help() throws IOException {
    var listed = names(Main.helpText(), "(?m)^\\./gramme \\[?([a-z]+)");
    var commands = names(read("gramme"), "(?m)^  ([a-z]+)(?: \\| -[^)]*)?\\) [^;\n]*.*;;$");
    String main = read("server/src/main/java/dev/gramme/server/Main.java");
    for (String labels : names(main, "case ((?:\"[a-z]+\"(?:, )?)+) ->")) {
      commands.addAll(names(labels, "\"([a-z]+)\""));
    }
    assertThat(commands).contains("serve", "test", "cluster", "restore", "mcp");
    assertThat(listed).isEqualTo(commands);
  }

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  private static Set<String> names(String text, String pattern) {
    var names = new TreeSet<String>();
    Pattern.compile(pattern).matcher(text).results().forEach(found -> names.add(found.group(1)));
    return names;
  }
}
