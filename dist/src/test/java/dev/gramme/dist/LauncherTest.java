package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell functions that compute the options of the JVM, run by the machine's sh. */
class LauncherTest {
  private static final Path LAUNCHER =
      Path.of("src", "main", "launcher", "launch.sh").toAbsolutePath();

  @TempDir Path folder;

  private List<String> sh(Map<String, String> environment, String script, String... arguments)
      throws Exception {
    var command = new ArrayList<>(List.of("/bin/sh", "-euc", ". \"$0\"; " + script));
    command.add(LAUNCHER.toString());
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    var process = builder.start();
    var lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
    assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
    return lines;
  }

  private String heap(Map<String, String> environment, String... arguments) throws Exception {
    return sh(environment, "find_heap \"$@\"; echo \"$heap\"", arguments).getFirst();
  }

  @Test
  void the_heap_comes_from_the_flag_then_the_environment_then_the_file() throws Exception {
    Files.writeString(folder.resolve("gramme.conf"), "# memory\nport=1\n heap = 301\n");
    Files.writeString(folder.resolve("other.conf"), "heap=302");

    assertThat(heap(Map.of())).isEqualTo("301");
    assertThat(heap(Map.of("GRAMME_CONFIG", "other.conf"))).isEqualTo("302");
    assertThat(heap(Map.of(), "--config", "other.conf")).isEqualTo("302");
    assertThat(heap(Map.of(), "serve", "--config=other.conf")).isEqualTo("302");
    assertThat(heap(Map.of("GRAMME_HEAP", "303"))).isEqualTo("303");
    assertThat(heap(Map.of("GRAMME_HEAP", "303"), "--heap", "304")).isEqualTo("304");
    assertThat(heap(Map.of(), "--heap=305")).isEqualTo("305");
  }

  @Test
  void without_a_number_the_heap_is_an_eighth_of_the_memory() throws Exception {
    assertThat(Integer.parseInt(heap(Map.of()))).isBetween(256, 1024);
    assertThat(heap(Map.of(), "--heap", "auto")).isEqualTo(heap(Map.of()));
  }

  @Test
  void arguments_reach_the_server_unchanged() throws Exception {
    assertThat(
            sh(
                Map.of("GRAMME_JAVA_OPTS", "-Da=1 -Db=2"),
                "launch /bin/echo opts /nowhere/cache classes \"$@\"",
                "-Dhome=a b",
                "--",
                "serve",
                "--heap=3000",
                "--",
                "",
                "x y"))
        .containsExactly(
            "@opts -Xmx3000m -XX:+UseG1GC -Dhome=a b -Da=1 -Db=2 -cp classes"
                + " dev.gramme.server.Main serve --heap=3000 --  x y");
  }

  @Test
  void a_heap_of_at_most_2_gb_has_the_serial_collector_and_a_small_young_generation()
      throws Exception {
    String launched = "launch /bin/echo opts /nowhere/cache classes -- \"$@\"";
    assertThat(sh(Map.of("GRAMME_JAVA_OPTS", "-Xmn100m"), launched, "--heap=2048"))
        .containsExactly(
            "@opts -Xmx2048m -XX:+UseSerialGC -Xmn80m -XX:SurvivorRatio=4 -Xmn100m -cp classes"
                + " dev.gramme.server.Main --heap=2048");
  }

  /** An installation of version 2, whose runtime prints its arguments. */
  private Path install() throws Exception {
    Path home = folder.resolve("home");
    Path launchers = LAUNCHER.resolveSibling("");
    for (String name : List.of("bin", "lib/optional", "lib/mcp", "runtime/bin")) {
      Files.createDirectories(home.resolve(name));
    }
    for (String name : List.of("gramme", "java")) {
      executable(home.resolve("bin").resolve(name), Files.readString(launchers.resolve(name)));
    }
    Files.copy(LAUNCHER, home.resolve("lib/launch.sh"));
    Files.copy(launchers.resolve("jvm.options"), home.resolve("lib/jvm.options"));
    Files.writeString(home.resolve("lib/class-path"), "gramme-server-2.jar\nnetty-2.jar\n");
    Files.writeString(home.resolve("lib/version"), "2\n");
    executable(home.resolve("runtime/bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    return home;
  }

  private static void executable(Path file, String text) throws Exception {
    assertThat(Files.writeString(file, text).toFile().setExecutable(true)).isTrue();
  }

  /** Puts extras into a folder of an installation, as their archive does. */
  private static void unpack(Path libraries, String version, String... jars) throws Exception {
    for (String jar : jars) {
      Files.writeString(libraries.resolve(jar), "");
    }
    Files.writeString(libraries.resolve("class-path"), String.join("\n", jars) + "\n");
    Files.writeString(libraries.resolve("version"), version + "\n");
  }

  @Test
  void the_class_path_has_the_extras_of_the_same_version_only() throws Exception {
    Path home = install();
    Path optional = home.toRealPath().resolve("lib/optional");
    String server = home.toRealPath().resolve("lib") + "/";
    String classes = server + "gramme-server-2.jar:" + server + "netty-2.jar";
    String program = home.resolve("bin/gramme").toString();
    assertThat(Programs.output(program).lines()).contains(classes);

    unpack(optional, "1", "gramme-move-1.jar", "kafka-1.jar");
    String warned = Programs.output(program);
    assertThat(warned.lines()).contains(classes);
    assertThat(warned)
        .contains("are not of version 2 and are not used: remove the folder, and unpack")
        .doesNotContain("kafka-1.jar");

    // The new libraries are unpacked over the old ones.
    unpack(optional, "2", "gramme-move-2.jar", "kafka-2.jar");
    String used = Programs.output(program);
    assertThat(used.lines())
        .contains(classes + ":%1$s/gramme-move-2.jar:%1$s/kafka-2.jar".formatted(optional));
    assertThat(used).doesNotContain("not used");
  }

  @Test
  void the_first_start_of_another_platform_makes_the_aot_cache() throws Exception {
    Path home = install();
    Path lib = home.toRealPath().resolve("lib");
    String program = home.resolve("bin/gramme").toString();
    executable(
        home.resolve("runtime/bin/java"),
        """
        #!/bin/sh
        for argument; do
          case $argument in -XX:AOTCacheOutput=*) echo trained >"${argument#*=}" ;; esac
        done
        printf '%s\n' "$@"
        """);
    assertThat(Programs.output(program)).doesNotContain("AOTCache");

    Files.writeString(lib.resolve("make-aot"), "");
    assertThat(Programs.output(program).lines())
        .contains("gramme: creating the AOT cache for fast starts, once")
        .contains("-XX:AOTCache=" + lib.resolve("gramme.aot"), "dev.gramme.server.Main");
    assertThat(lib.resolve("gramme.aot")).hasContent("trained");
    assertThat(lib.resolve("aot.log")).content().contains("dev.gramme.server.AotTraining");
    assertThat(lib.resolve("make-aot")).doesNotExist();
    assertThat(lib.resolve("aot")).doesNotExist();

    assertThat(Programs.output(program)).doesNotContain("creating");
  }

  @Test
  void a_start_without_an_aot_cache_succeeds_if_none_can_be_made() throws Exception {
    Path home = install();
    Path lib = home.toRealPath().resolve("lib");
    executable(
        home.resolve("runtime/bin/java"),
        "#!/bin/sh\ncase $* in *AotTraining*) exit 1 ;; esac\nprintf '%s\\n' \"$@\"\n");
    Files.writeString(lib.resolve("make-aot"), "");

    assertThat(Programs.output(home.resolve("bin/gramme")).lines())
        .contains("gramme: the AOT cache could not be created; see " + lib.resolve("aot.log"))
        .contains("dev.gramme.server.Main");
    assertThat(lib.resolve("gramme.aot")).doesNotExist();
    assertThat(lib.resolve("make-aot")).doesNotExist();
  }

  @Test
  void native_libraries_come_from_their_folder_if_it_exists() throws Exception {
    Path home = install();
    Path natives = home.toRealPath().resolve("lib/native");
    assertThat(Programs.output(home.resolve("bin/gramme"))).doesNotContain("gramme.native");

    Files.createDirectory(natives);
    assertThat(Programs.output(home.resolve("bin/gramme")).lines())
        .contains("-Djava.library.path=" + natives, "-Dgramme.native=" + natives);
  }

  @Test
  void the_server_of_the_model_context_protocol_does_not_start_with_other_libraries()
      throws Exception {
    Path home = install();
    Path libraries = home.toRealPath().resolve("lib/mcp");
    String program = home.resolve("bin/gramme").toString();
    assertThat(Programs.run(program, "mcp").status()).isEqualTo(2);

    unpack(libraries, "1", "gramme-mcp-1.jar");
    var refused = Programs.run(program, "mcp");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.output()).contains("are not of version 2");

    unpack(libraries, "2", "gramme-mcp-2.jar");
    assertThat(Programs.output(program, "mcp", "--help").lines())
        .containsSubsequence(
            libraries.resolve("gramme-mcp-2.jar") + "", "dev.gramme.mcp.McpMain", "--help");
  }

  @Test
  void java_in_the_image_is_the_server() throws Exception {
    Path home = install();

    assertThat(
            Programs.output(
                    home.resolve("bin/java"), "-Dx=y", "-jar", "DynamoDBLocal.jar", "-sharedDb")
                .lines())
        .containsSubsequence(
            "dev.gramme.server.Main", "-Dx=y", "-jar", "DynamoDBLocal.jar", "-sharedDb");
  }
}
