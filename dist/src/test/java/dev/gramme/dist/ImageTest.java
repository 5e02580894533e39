package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.gramme.testkit.FreePorts;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The container image, read as an engine reads it: layers are found by their digests, and the
 * configuration says what runs. One test runs that in a changed root, without an engine. The tests
 * run when {@link ArchiveTest} does.
 */
@Tag("long")
class ImageTest {
  private static final String USER = "10001";
  private static final int COMPRESSED_LIMIT_BYTES = 120_000_000;

  /**
   * Changes the root to a folder and runs a command there, as a container with a read-only root
   * file system and a volume: only this process and its children see the mounts. The arguments are
   * the folder, the volume, user and group, the working directory, and the command.
   */
  private static final String CHROOT =
      """
      set -e
      root=$1 volume=$2 user=$3 work=$4
      shift 4
      mount=/usr/bin/mount
      $mount --bind "$root" "$root"
      $mount --rbind /proc "$root/proc"
      $mount --rbind /dev "$root/dev"
      $mount --bind "$root$volume" "$root$volume"
      $mount -o remount,bind,ro "$root"
      exec /usr/sbin/chroot --userspec="$user" --groups="${user#*:}" "$root" \\
        /bin/sh -c 'cd "$0" && exec "$@"' "$work" "$@"
      """;

  @TempDir static Path folder;
  private static Path archive = Path.of("");
  private static Image image = new Image(archive, new JsonObject(), new JsonObject());

  @BeforeAll
  static void unpack() throws Exception {
    archive = Release.with("image").file("-image.tar");
    image = Image.unpack(archive, Files.createDirectory(folder.resolve("layout")));
  }

  @Test
  void docker_load_and_the_open_format_name_the_same_layers() throws Exception {
    var images =
        JsonParser.parseString(Files.readString(image.layout().resolve("manifest.json")))
            .getAsJsonArray();
    var loaded = images.get(0).getAsJsonObject();

    assertThat(Image.texts(loaded, "RepoTags")).containsExactly("gramme:" + Release.version());
    assertThat(loaded.get("Config").getAsString())
        .isEqualTo(
            image
                .manifest()
                .getAsJsonObject("config")
                .get("digest")
                .getAsString()
                .replace("sha256:", "blobs/sha256/"));
    assertThat(Image.texts(loaded, "Layers"))
        .isEqualTo(
            image.layers().stream()
                .map(file -> image.layout().relativize(file).toString())
                .toList());
    assertThat(Files.size(archive)).isLessThan(COMPRESSED_LIMIT_BYTES);
  }

  @Test
  void the_configuration_has_user_volume_health_check_and_labels() throws Exception {
    JsonObject settings = image.settings();

    assertThat(image.config().get("os").getAsString()).isEqualTo("linux");
    assertThat(settings.get("User").getAsString()).isEqualTo(USER + ":" + USER);
    assertThat(settings.getAsJsonObject("Volumes").keySet()).containsExactly("/data");
    assertThat(settings.getAsJsonObject("ExposedPorts").keySet()).containsExactly("8000/tcp");
    assertThat(Image.texts(settings.getAsJsonObject("Healthcheck"), "Test"))
        .containsExactly("CMD", "/opt/gramme/bin/gramme", "health", "--process", "1");
    JsonObject labels = settings.getAsJsonObject("Labels");
    assertThat(labels.get("org.opencontainers.image.version").getAsString())
        .isEqualTo(Release.version());
    assertThat(labels.get("org.opencontainers.image.licenses").getAsString())
        .isEqualTo("Apache-2.0");
    assertThat(labels.get("org.opencontainers.image.source").getAsString())
        .isEqualTo("https://" + Release.repository());
    assertThat(labels.get("org.opencontainers.image.created").getAsString())
        .isEqualTo(image.config().get("created").getAsString());
    assertThat(labels.get("dev.gramme.debian-packages").getAsString())
        .matches("dash \\S+, gcc-\\d+-base \\S+, libc6 \\S+, libgcc-s1 \\S+, libstdc\\+\\+6 \\S+");
  }

  @Test
  void its_bill_of_materials_has_java_and_the_packages_of_debian() throws Exception {
    var components = ArchiveTest.components(Release.with("image").file("-image.cdx.json"));
    String labels =
        image.settings().getAsJsonObject("Labels").get("dev.gramme.debian-packages").getAsString();

    assertThat(components)
        .anyMatch(url -> url.startsWith("pkg:generic/openjdk@"))
        .anyMatch(url -> url.startsWith("pkg:maven/org.rocksdb/rocksdbjni@"));
    for (String label : labels.split(", ")) {
      String[] nameAndVersion = label.replace("+", "%2B").replace(":", "%3A").split(" ");
      assertThat(components)
          .filteredOn(url ->
              url.matches(
                  "pkg:deb/[a-z]+/\\Q%s@%s\\E\\?arch=amd64".formatted((Object[]) nameAndVersion)))
          .as(label)
          .hasSize(1);
    }
    Path inImage = Files.createDirectory(folder.resolve("documents"));
    Programs.output("tar", "xzf", image.layers().get(1), "-C", inImage, "opt/gramme/sbom.cdx.json");
    assertThat(ArchiveTest.components(inImage.resolve("opt/gramme/sbom.cdx.json")))
        .isEqualTo(components);
  }

  @Test
  void only_the_folder_for_temporary_files_is_writable_for_others() throws Exception {
    var writable = new ArrayList<String>();
    var ofUser = new ArrayList<String>();
    int files = 0;
    for (Path layer : image.layers()) {
      for (String line : Programs.output("tar", "tvzf", layer, "--numeric-owner").split("\n")) {
        String[] fields = line.split(" +", 6);
        files++;
        if (fields[1].equals(USER + "/" + USER)) {
          ofUser.add(fields[5]);
        } else {
          assertThat(fields[1]).as(line).isEqualTo("0/0");
        }
        if (!line.startsWith("l") && line.substring(4, 10).contains("w")) {
          writable.add(fields[0] + " " + fields[5]);
        }
      }
    }

    assertThat(files).isGreaterThan(100);
    assertThat(image.layers())
        .anySatisfy(layer ->
            assertThat(Programs.output("tar", "tzf", layer)).contains("opt/gramme/bin/java\n"));
    assertThat(writable).containsExactly("drwxrwxrwt tmp/");
    assertThat(ofUser).containsExactlyInAnyOrder("data/", "home/", "home/dynamodblocal/");
  }

  /** The image, unpacked in a folder that becomes the root of processes. */
  private record Container(Path root, Map<String, String> more) {
    static Container of(Image image, Path root, Map<String, String> more) throws Exception {
      for (Path layer : image.layers()) {
        Programs.output("tar", "xzpf", layer, "--numeric-owner", "-C", root);
      }
      // Engines make them for their mounts.
      Files.createDirectory(root.resolve("proc"));
      Files.createDirectory(root.resolve("dev"));
      return new Container(root, more);
    }

    ProcessBuilder program(JsonObject settings, List<String> command) {
      var all =
          new ArrayList<>(List.of("/usr/bin/unshare", "--mount", "/bin/sh", "-c", CHROOT, "sh"));
      all.add(root.toString());
      all.addAll(settings.getAsJsonObject("Volumes").keySet());
      all.add(settings.get("User").getAsString());
      all.add(settings.get("WorkingDir").getAsString());
      all.addAll(command);
      var builder = new ProcessBuilder(all);
      builder.environment().clear();
      for (String variable : Image.texts(settings, "Env")) {
        int end = variable.indexOf('=');
        builder.environment().put(variable.substring(0, end), variable.substring(end + 1));
      }
      builder.environment().putAll(more);
      return builder;
    }
  }

  private static DynamoDbClient client(String url) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create(url))
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  private static void createTable(DynamoDbClient client) {
    client.createTable(table ->
        table
            .tableName("things")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                AttributeDefinition.builder()
                    .attributeName("pk")
                    .attributeType(ScalarAttributeType.S)
                    .build())
            .keySchema(
                KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build()));
  }

  /** The reason why this process cannot change the root of another one, or nothing. */
  private static String obstacle() throws Exception {
    if (!System.getProperty("user.name").equals("root")) {
      return "only root may change the root of a process";
    }
    if (!Programs.isInstalled("unshare")) {
      return "unshare is missing";
    }
    var tried = Programs.run("unshare", "--mount", "mount", "--bind", folder, folder);
    return tried.status() == 0 ? "" : "mounts are not permitted: " + tried.output();
  }

  @Test
  void its_layers_and_its_configuration_make_a_server_that_keeps_items() throws Exception {
    String obstacle = obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    // On this machine's network, the server must not listen on all addresses.
    String port = String.valueOf(FreePorts.next());
    var container =
        Container.of(
            image,
            Files.createDirectory(folder.resolve("root")),
            Map.of("GRAMME_PORT", port, "GRAMME_BIND", "127.0.0.1"));
    JsonObject settings = image.settings();
    List<String> entryPoint = Image.texts(settings, "Entrypoint");
    List<String> check = Image.texts(settings.getAsJsonObject("Healthcheck"), "Test");
    var item = Map.of("pk", AttributeValue.fromS("1"), "text", AttributeValue.fromS("hello"));

    assertThat(check(container, settings, check).status()).isEqualTo(1);
    var server = Installation.Server.start(container.program(settings, entryPoint));
    try (var client = client(server.url())) {
      server.checkConsole();
      createTable(client);
      client.putItem(put -> put.tableName("things").item(item));
      assertThat(check(container, settings, check)).isEqualTo(new Programs.Outcome(0, "ok\n"));
    } finally {
      server.stop();
    }
    var again = Installation.Server.start(container.program(settings, entryPoint));
    try (var client = client(again.url())) {
      var key = Map.of("pk", AttributeValue.fromS("1"));
      assertThat(client.getItem(get -> get.tableName("things").key(key)).item()).isEqualTo(item);
    } finally {
      again.stop();
    }
    try (var files = Files.walk(container.root().resolve("data"))) {
      var owners = new ArrayList<Object>();
      for (Path file : files.toList()) {
        owners.add(Files.getAttribute(file, "unix:uid"));
      }
      assertThat(owners).hasSizeGreaterThan(2).containsOnly(Integer.valueOf(USER));
    }
  }

  private static Programs.Outcome check(
      Container container, JsonObject settings, List<String> command) throws Exception {
    assertThat(command.getFirst()).isEqualTo("CMD");
    return Programs.run(container.program(settings, command.subList(1, command.size())));
  }
}
