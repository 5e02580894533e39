package dev.gramme.conformance.backup;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A data folder that a version of Gramme wrote, as a ZIP file among the test resources. Running
 * this class writes one. Do that when the format of folders gets a new version, and keep the files
 * of earlier versions.
 */
final class FolderFixture {
  static final int ITEMS = 30;

  /** In the year 2100. */
  private static final long EXPIRES = 4_102_444_800L;

  private FolderFixture() {}

  static Map<String, AttributeValue> item(int number) {
    return Map.of(
        "customer", AttributeValue.fromS("c" + number % 7),
        "id", AttributeValue.fromS("o" + number),
        "state", AttributeValue.fromS("s" + number % 5),
        "amount", AttributeValue.fromN(number + ".5"),
        "tags", AttributeValue.fromSs(List.of("a", "t" + number)),
        "expires", AttributeValue.fromN(Long.toString(EXPIRES + number)));
  }

  static void put(DynamoDbClient client, int number) {
    client.putItem(put -> put.tableName("orders").item(item(number)));
  }

  /** Writes a ZIP file: arguments are an empty folder for the data, and the file. */
  public static void main(String[] args) throws Exception {
    Path data = Path.of(args[0]);
    try (var server = NotesServer.start(data);
        var east = server.client("us-east-1");
        var west = server.client("eu-west-1")) {
      CheckTest.createTable(east);
      for (int i = 0; i < ITEMS; i++) {
        put(east, i);
      }
      NotesServer.createTable(west);
      NotesServer.put(west, "far", "away");
    }
    Command.check("--data=" + data).succeeded();
    Path place = Files.createTempDirectory("place");
    Command.backup("--data=" + data, "--to=" + place).succeeded();
    Path copy = Files.createTempDirectory("copy").resolve("data");
    Command.restore("--data=" + copy, "--from=" + place).succeeded();
    zip(copy, Path.of(args[1]));
  }

  private static void zip(Path folder, Path file) throws IOException {
    try (var zip = new ZipOutputStream(Files.newOutputStream(file));
        var files = Files.walk(folder)) {
      for (Path path : files.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(folder.relativize(path).toString()));
        Files.copy(path, zip);
      }
    }
  }

  /** Unpacks the folder of a version. */
  static void unpack(int version, Path folder) throws IOException {
    var resource = FolderFixture.class.getResourceAsStream("/folders/format-" + version + ".zip");
    if (resource == null) {
      throw new IOException("there is no folder of version " + version);
    }
    try (var zip = new ZipInputStream(resource)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(requireNonNull(file.getParent()));
        Files.copy(zip, file);
      }
    }
  }
}
