package dev.gramme.server.backup;

import dev.gramme.storage.rocksdb.DatabaseFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The databases of a data folder in a state that does not change while a backup reads them. */
interface DatabaseCopy {
  /**
   * A file to back up.
   *
   * @param path relative to the data folder, with slashes
   * @param content the file to read
   */
  record Source(String path, Path content) {}

  /** The folders of the databases, relative to the data folder. */
  List<String> folders();

  /** The format of the databases. */
  String format() throws IOException;

  /** The files of all databases. */
  List<Source> files() throws IOException;

  /**
   * The files of one database.
   *
   * @param root their paths are relative to this folder
   */
  static List<Source> files(Path root, Path database) throws IOException {
    var files = new ArrayList<Source>();
    for (Path file : DatabaseFiles.list(database)) {
      files.add(new Source(slashes(root.relativize(file)), file));
    }
    return files;
  }

  /** A relative path with slashes. */
  static String slashes(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  /**
   * Checkpoints of databases.
   *
   * @param root has them at the locations that the databases have in the data folder
   */
  record Checkpoints(Path root, List<String> folders) implements DatabaseCopy {
    public Checkpoints {
      folders = List.copyOf(folders);
    }

    @Override
    public String format() throws IOException {
      return DatabaseFiles.format(root.resolve(folders.getFirst()));
    }

    @Override
    public List<Source> files() throws IOException {
      var files = new ArrayList<Source>();
      for (String folder : folders) {
        files.addAll(DatabaseCopy.files(root, root.resolve(folder)));
      }
      return files;
    }
  }
}
