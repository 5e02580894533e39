package dev.gramme.server.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file in a data folder with the URL of the pages for operators of its server. */
public final class AdminUrl {
  private AdminUrl() {}

  private static Path file(Path data) {
    return data.resolve("security").resolve("admin-url");
  }

  /** Records the URL of the server that uses a data folder. */
  public static void write(Path data, String url) throws IOException {
    PrivateFile.write(file(data), url + "\n");
  }

  /** The URL of the server that last used a data folder. */
  public static String read(Path data) throws IOException {
    return Files.readString(file(data)).strip();
  }
}
