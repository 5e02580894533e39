package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/**
 * An unpacked OCI archive. Each blob that is read is compared with its digest.
 *
 * @param layout the folder of the archive's files
 * @param manifest the manifest of its only image
 * @param config the configuration of the image
 */
record Image(Path layout, JsonObject manifest, JsonObject config) {
  /** Unpacks an archive in an empty folder. */
  static Image unpack(Path archive, Path folder) throws Exception {
    Programs.output("tar", "xf", archive, "-C", folder);
    JsonObject index = object(folder.resolve("index.json"));
    var manifests = index.getAsJsonArray("manifests");
    assertThat(manifests).hasSize(1);
    JsonObject manifest = object(blob(folder, manifests.get(0).getAsJsonObject()));
    return new Image(folder, manifest, object(blob(folder, manifest.getAsJsonObject("config"))));
  }

  static JsonObject object(Path file) throws IOException {
    return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
  }

  /** The file of a descriptor, which must have the size and the digest of the descriptor. */
  private static Path blob(Path layout, JsonObject descriptor) throws Exception {
    String digest = descriptor.get("digest").getAsString();
    Path file = layout.resolve("blobs").resolve(digest.replace(':', '/'));
    assertThat(file).hasSize(descriptor.get("size").getAsLong());
    try (var bytes = Files.newInputStream(file)) {
      assertThat(digest(bytes)).isEqualTo(digest);
    }
    return file;
  }

  private static String digest(InputStream bytes) throws GeneralSecurityException, IOException {
    var digest = MessageDigest.getInstance("SHA-256");
    new DigestInputStream(bytes, digest).transferTo(OutputStream.nullOutputStream());
    return "sha256:" + HexFormat.of().formatHex(digest.digest());
  }

  /** The files of the layers, from the lowest; their unpacked bytes have the digests, too. */
  List<Path> layers() throws Exception {
    List<String> unpacked = texts(config.getAsJsonObject("rootfs"), "diff_ids");
    var layers = manifest.getAsJsonArray("layers");
    assertThat(layers).hasSameSizeAs(unpacked);
    var files = new Path[layers.size()];
    for (int i = 0; i < files.length; i++) {
      files[i] = blob(layout, layers.get(i).getAsJsonObject());
      try (var bytes = new GZIPInputStream(Files.newInputStream(files[i]))) {
        assertThat(digest(bytes)).isEqualTo(unpacked.get(i));
      }
    }
    return List.of(files);
  }

  /** What a container gets from the image. */
  JsonObject settings() {
    return config.getAsJsonObject("config");
  }

  static List<String> texts(JsonObject object, String name) {
    return StreamSupport.stream(object.getAsJsonArray(name).spliterator(), false)
        .map(JsonElement::getAsString)
        .toList();
  }
}
