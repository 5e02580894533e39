package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds the archives, unpacks them elsewhere and uses them without any Java of the machine. It
 * runs after the phase {@code package} with the profile {@code dist}, which collects the jars.
 */
@Tag("long")
class ArchiveTest {
  /** The parts that the tests of this class and of {@link DebianPackageTest} use. */
  static final String PARTS = "extras,deb";

  private static final String CREATE_TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
      """;
  private static final String ITEM = "{\"pk\":{\"S\":\"1\"},\"text\":{\"S\":\"hello\"}}";

  /** Libraries under CC0 or MIT-0, whose terms do not require their text. */
  private static final Pattern WITHOUT_TEXT =
      Pattern.compile("(HdrHistogram|reactive-streams)-[0-9.]+");

  @TempDir Path folder;

  private static Path file(String end) throws Exception {
    return Release.with(PARTS).file(end);
  }

  private Installation unpack() throws Exception {
    return Installation.unpack(file("-linux-x64.tar.gz"), folder);
  }

  @Test
  void an_unpacked_server_stores_items_and_keeps_them() throws Exception {
    var installation = unpack();
    var server = installation.serve(Map.of(), "--port", "0");
    assertThat(server.call("CreateTable", CREATE_TABLE)).contains("things");
    assertThat(server.call("PutItem", "{\"TableName\":\"things\",\"Item\":" + ITEM + "}"))
        .isEqualTo("{}");
    server.stop();

    var again = installation.serve(Map.of(), "--port", "0");
    assertThat(again.call("GetItem", "{\"TableName\":\"things\",\"Key\":{\"pk\":{\"S\":\"1\"}}}"))
        .isEqualTo("{\"Item\":" + ITEM + "}");
    assertThat(again.lines()).anyMatch(line -> line.matches("  ready    after \\d+ ms.*"));
    again.stop();
  }

  @Test
  void the_console_has_all_of_its_files() throws Exception {
    var server = unpack().serve(Map.of(), "--port", "0", "--in-memory");
    try {
      server.checkConsole();
    } finally {
      server.stop();
    }
  }

  @Test
  void the_aot_cache_is_valid_where_the_archive_is_unpacked() throws Exception {
    // With this mode, a JVM that cannot use its cache does not start.
    var mode = Map.of("GRAMME_JAVA_OPTS", "-XX:AOTMode=on");
    unpack().serve(mode, "--port", "0", "--in-memory").stop();
  }

  @Test
  void the_options_of_dynamodb_local_are_understood() throws Exception {
    var server = unpack().serve(Map.of(), "-jar", "DynamoDBLocal.jar", "-inMemory", "-port", "0");
    assertThat(server.lines().get(1)).contains("in memory");
    server.stop();
  }

  @Test
  void a_running_server_can_be_checked_and_backed_up() throws Exception {
    var installation = unpack();
    var server = installation.serve(Map.of(), "--port", "0");
    assertThat(server.call("CreateTable", CREATE_TABLE)).contains("things");

    assertThat(installation.run("health", "--port", server.port()).lines()).containsExactly("ok");
    var backup = installation.run("backup", "--to", "backup", "--verify");
    assertThat(backup.status()).as(String.join("\n", backup.lines())).isZero();
    server.stop();

    assertThat(installation.run("health", "--port", server.port()).status()).isEqualTo(1);
    assertThat(installation.run("check").status()).isZero();
    assertThat(installation.run("restore", "--from", "backup", "--data", "copy").status()).isZero();
    var copy = installation.serve(Map.of(), "--port", "0", "--data", "copy");
    assertThat(copy.call("ListTables", "{}")).contains("things");
    copy.stop();
  }

  @Test
  void other_commands_run_without_java() throws Exception {
    var installation = unpack();

    assertThat(installation.run("version").lines()).first().asString().startsWith("Gramme ");
    assertThat(String.join("\n", installation.run("help").lines()))
        .contains("gramme backup", "--in-memory")
        .doesNotContain("./gramme ");
    assertThat(installation.run("identities", "--help").status()).isZero();
    assertThat(installation.run("nonsense").lines())
        .containsExactly("gramme: unknown command \"nonsense\"; gramme help lists them");
  }

  @Test
  void an_option_whose_library_is_missing_names_the_archive_to_unpack() throws Exception {
    var installation = unpack();
    for (var flags :
        List.of(
            new String[] {"--store", "cassandra", "--contact-points", "127.0.0.1:1"},
            new String[] {"--kafka", "127.0.0.1:1"},
            new String[] {"--s3-endpoint", "http://127.0.0.1:1"},
            new String[] {"export", "--table", "things"})) {
      var refused = installation.run(flags);
      assertThat(refused.status()).as(String.join("\n", refused.lines())).isEqualTo(2);
      assertThat(refused.lines())
          .singleElement()
          .asString()
          .contains("needs libraries that are not installed", "-extras.tar.gz");
    }

    Installation.tar(file("-extras.tar.gz"), installation.home());
    installation
        .serve(Map.of(), "--port", "0", "--s3-endpoint", "http://127.0.0.1:1", "--kafka", "[::1]:1")
        .stop();
    assertThat(installation.run("--store", "cassandra", "--contact-points", "127.0.0.1:1").lines())
        .noneMatch(line -> line.contains("not installed"));
    Path template = installation.home().resolve("template.yaml");
    Files.writeString(template, "Resources: {Things: {Type: AWS::Serverless::SimpleTable}}");
    var server = installation.serve(Map.of(), "--port", "0", "--in-memory");
    try {
      assertThat(installation.run("apply", template.toString(), "--endpoint", server.url()).lines())
          .containsExactly("Things: create the table", "1 created, 0 changed, 0 unchanged");
    } finally {
      server.stop();
    }
  }

  @Test
  void the_archives_have_licences_a_bill_of_materials_and_checksums() throws Exception {
    Path home = unpack().home();

    assertThat(Files.readString(home.resolve("THIRD-PARTY.txt")))
        .contains("rocksdb", "netty")
        .doesNotContain("kafka", "Unknown license");
    assertThat(components(home.resolve("sbom.cdx.json")))
        .contains("pkg:npm/preact", "pkg:generic/openjdk@" + runtimeVersion(home))
        .anyMatch(url -> url.startsWith("pkg:maven/org.rocksdb/rocksdbjni@"))
        .anyMatch(url -> url.startsWith("pkg:maven/org.mvnpm/htm@"))
        .anyMatch(url -> url.startsWith("pkg:maven/org.webjars.npm/js-yaml@"))
        .noneMatch(url -> url.contains("kafka-clients"));
    assertThat(file("-linux-x64.cdx.json")).hasSameTextualContentAs(home.resolve("sbom.cdx.json"));
    assertThat(home.resolve("NOTICE")).isNotEmptyFile();
    assertThat(home.resolve("LICENSE")).hasSameTextualContentAs(Release.ROOT.resolve("LICENSE"));
    assertThat(home.resolve("runtime/legal/java.base")).isDirectory();
    var check =
        new ProcessBuilder("sha256sum", "--check", "--quiet", "SHA256SUMS")
            .directory(Release.with(PARTS).folder().toFile())
            .redirectOutput(Redirect.INHERIT)
            .redirectError(Redirect.INHERIT)
            .start();
    assertThat(check.waitFor()).isZero();
  }

  /** The package URLs of a bill of materials, which are also the components' references. */
  static List<String> components(Path file) throws IOException {
    var urls = new ArrayList<String>();
    for (JsonElement each : Image.object(file).getAsJsonArray("components")) {
      JsonObject component = each.getAsJsonObject();
      assertThat(component.get("licenses").getAsJsonArray()).as(component.toString()).isNotEmpty();
      urls.add(component.get("purl").getAsString());
      assertThat(component.get("bom-ref").getAsString()).isEqualTo(urls.getLast());
    }
    assertThat(urls).doesNotHaveDuplicates();
    return urls;
  }

  /** The version of the runtime as it reports it, encoded for a package URL. */
  private static String runtimeVersion(Path home) throws Exception {
    return Programs.output(home.resolve("runtime/bin/java"), "-version")
        .replaceFirst("(?s).*\\(build ([^,)]+).*", "$1")
        .replace("+", "%2B");
  }

  /** Each library has at least one text with its licence, unless the licence needs none. */
  private static void checkLicences(Path home, String jars) throws IOException {
    Path licences = home.resolve("licences");
    try (var files = Files.list(home.resolve(jars))) {
      List<String> libraries =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".jar") && !name.startsWith("gramme-"))
              .map(name -> name.substring(0, name.length() - ".jar".length()))
              .filter(name -> !WITHOUT_TEXT.matcher(name).matches())
              .toList();
      assertThat(libraries)
          .hasSizeGreaterThan(10)
          .allSatisfy(library -> assertThat(licences.resolve(library)).isNotEmptyDirectory());
    }
  }

  @Test
  void the_archives_have_the_text_of_each_library_s_licence() throws Exception {
    Path home = unpack().home();
    Installation.tar(file("-extras.tar.gz"), home);

    for (String jars : List.of("lib", "lib/optional", "lib/mcp")) {
      checkLicences(home, jars);
    }
    assertThat(licence(home, "netty-common")).contains("Apache License");
    assertThat(licence(home, "js-yaml")).contains("Vitaly Puzrin", "WITHOUT WARRANTY");
    assertThat(licence(home, "htm")).contains("Apache License", "Copyright (c) 2015-present");
    assertThat(licence(home, "zstd-jni")).contains("Luben Karavelov", "Meta Platforms");
    assertThat(licence(home, "mcp-core")).contains("MIT License");
  }

  /** All texts of a library. */
  private static String licence(Path home, String library) throws IOException {
    var texts = new StringBuilder();
    try (var folders = Files.newDirectoryStream(home.resolve("licences"), library + "-[0-9]*")) {
      for (Path folder : folders) {
        try (var files = Files.newDirectoryStream(folder)) {
          for (Path text : files) {
            texts.append(Files.readString(text));
          }
        }
      }
    }
    return texts.toString();
  }

  @Test
  void two_builds_of_a_commit_have_the_same_bytes() throws Exception {
    var one = Release.build(folder.resolve("one"), "--without-aot", "--only", PARTS);
    var other = Release.build(folder.resolve("other"), "--without-aot", "--only", PARTS);

    assertThat(other.folder().resolve("SHA256SUMS"))
        .hasSameTextualContentAs(one.folder().resolve("SHA256SUMS"))
        .content()
        .contains("-linux-x64.tar.gz", "-extras.tar.gz");
  }
}
