package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsolePageTest {
  private static final Path FILES =
      Path.of("..", "server", "src", "main", "resources", "dev", "gramme", "server", "console");
  private static final int MAX_BYTES = 500_000;

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
      assertThat(server.get("/console/preact.js").statusCode()).isEqualTo(200);
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
  void the_files_are_small_and_name_no_other_server() throws Exception {
    try (var server = new ConsoleServer()) {
      long bytes = server.get("/console/preact.js").body().getBytes(StandardCharsets.UTF_8).length;
      for (Path file : files()) {
        bytes += Files.size(file);
        assertThat(Files.readString(file).replace("http://www.w3.org/2000/svg", ""))
            .as(file.toString())
            .doesNotContain("http://", "https://", "innerHTML", "eval(");
      }
      assertThat(bytes).isLessThan(MAX_BYTES);
    }
  }

  /** Otherwise a browser finds the modules one level of imports after the other. */
  @Test
  void the_page_preloads_every_module() throws Exception {
    String index = Files.readString(FILES.resolve("index.html"));
    for (Path file : files()) {
      String name = file.getFileName().toString();
      if (name.endsWith(".js") && !name.equals("main.js")) {
        assertThat(index).contains("<link rel=\"modulepreload\" href=\"/console/" + name + "\">");
      }
    }
  }
}
