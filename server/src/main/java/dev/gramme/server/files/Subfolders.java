package dev.gramme.server.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The folders in a folder. */
public final class Subfolders {
  private Subfolders() {}

  /**
   * The folders in a folder, and the symbolic links to folders, sorted by name; none if there is no
   * such folder. Those that processes create or delete meanwhile may be in the list or not.
   *
   * @throws IOException if the folder cannot be read
   */
  public static List<Path> of(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    var subfolders = new ArrayList<Path>();
    try (DirectoryStream<Path> content = Files.newDirectoryStream(folder, Files::isDirectory)) {
      content.forEach(subfolders::add);
    } catch (NoSuchFileException e) {
      return List.of(); // deleted meanwhile
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    Collections.sort(subfolders);
    return subfolders;
  }
}
