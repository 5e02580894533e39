package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ConsolePageTest {
  private static final Path FILES =
      Path.of("..", "server", "src", "main", "resources", "dev", "gramme", "server", "console");
  private static final int MAX_BYTES = 250_000;
  private static final List<String> LIBRARIES = List.of("preact.js", "yaml.js");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import .* from '/console/([a-z0-9-]+\\.js)';");
  private static final Pattern PRELOAD =
      Pattern.compile("<link rel=\"modulepreload\" href=\"/console/([a-z0-9-]+\\.js)\">");

  private static List<Path> files() throws Exception {
    try (var all = Files.list(FILES)) {
      return all.sorted().toList();
    }
  }

  @Test
  void every_file_is_served_with_a_strict_policy_and_revalidated_by_its_tag() throws Exception {
    try (var server = new ConsoleServer()) {
      for (Path file : files()) {
        var answer = server.get("/console/" + file.getFileName());
        assertThat(answer.statusCode()).as(file.toString()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(Files.readString(file));
        var fields = answer.headers();
        assertThat(fields.firstValue("Content-Security-Policy").orElseThrow())
            .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
            .contains("connect-src 'self'", "frame-ancestors 'none'")
            .doesNotContain("unsafe", "http", "*");
        assertThat(fields.firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(fields.firstValue("Cache-Control")).contains("no-cache");
        String tag = fields.firstValue("ETag").orElseThrow();
        var again = server.get("/console/" + file.getFileName(), "If-None-Match", tag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
      }
    }
  }

  @Test
  void the_console_is_at_one_path_and_unknown_paths_are_not_found() throws Exception {
    try (var server = new ConsoleServer()) {
      var index = server.get("/console");
      assertThat(index.statusCode()).isEqualTo(200);
      assertThat(index.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
      assertThat(server.get("/console/").body()).isEqualTo(index.body());
      for (String library : LIBRARIES) {
        assertThat(server.get("/console/" + library).statusCode()).isEqualTo(200);
      }
      assertThat(server.get("/console/config.json").body())
          .isEqualTo("{\"region\":\"us-east-1\",\"identities\":false}");
      for (String path :
          List.of(
              "/console/missing.js",
              "/console/ConsolePage.class",
              "/console/../settings/Setting.class",
              "/console/..%2fx.js",
              "/console/sub/main.js",
              "/consoles")) {
        assertThat(server.get(path).statusCode()).as(path).isEqualTo(404);
      }
    }
  }

  @Test
  void without_the_console_its_paths_do_not_exist() throws Exception {
    try (var server = new ConsoleServer("--console=off")) {
      assertThat(server.get("/console").statusCode()).isEqualTo(404);
      assertThat(server.get("/console/main.js").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void every_file_is_compressed_for_a_browser_and_its_tag_is_another_one() throws Exception {
    try (var server = new ConsoleServer()) {
      for (Path file : files()) {
        String path = "/console/" + file.getFileName();
        var answer = server.bytes(path, "Accept-Encoding", "gzip, deflate, br");
        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(answer.headers().firstValue("Vary")).contains("Accept-Encoding");
        try (var in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
          assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(file));
        }
        String tag = answer.headers().firstValue("ETag").orElseThrow();
        assertThat(server.get(path).headers().firstValue("ETag").orElseThrow()).isNotEqualTo(tag);
        assertThat(server.get(path, "If-None-Match", tag).statusCode()).isEqualTo(200);
        assertThat(server.get(path, "Accept-Encoding", "gzip", "If-None-Match", tag).statusCode())
            .isEqualTo(304);
      }
    }
  }

  @Test
  void the_files_are_small_and_name_no_other_server() throws Exception {
    try (var server = new ConsoleServer()) {
      long bytes = 0;
      for (String library : LIBRARIES) {
        bytes += server.bytes("/console/" + library, "Accept-Encoding", "gzip").body().length;
      }
      for (Path file : files()) {
        bytes +=
            server.bytes("/console/" + file.getFileName(), "Accept-Encoding", "gzip").body().length;
        assertThat(Files.readString(file).replace("http://www.w3.org/2000/svg", ""))
            .as(file.toString())
            .doesNotContain("http://", "https://", "innerHTML", "eval(");
      }
      assertThat(bytes).isLessThan(MAX_BYTES);
    }
  }

  /** The modules that a module imports at its beginning, and those that they import. */
  private static void addImports(String module, Set<String> found) throws Exception {
    Path file = FILES.resolve(module);
    if (!Files.exists(file)) {
      return;
    }
    var imports = IMPORT.matcher(Files.readString(file));
    while (imports.find()) {
      if (found.add(imports.group(1))) {
        addImports(imports.group(1), found);
      }
    }
  }

  /** Otherwise a browser finds the modules one level of imports after the other. */
  @Test
  void the_page_preloads_the_modules_of_its_first_view_and_no_others() throws Exception {
    var expected = new TreeSet<String>();
    addImports("main.js", expected);
    assertThat(expected).contains("preact.js", "tables.js").hasSizeLessThan(12);
    var preloaded =
        PRELOAD
            .matcher(Files.readString(FILES.resolve("index.html")))
            .results()
            .map(preload -> preload.group(1))
            .toList();
    assertThat(preloaded).containsExactlyInAnyOrderElementsOf(expected);
  }
}
