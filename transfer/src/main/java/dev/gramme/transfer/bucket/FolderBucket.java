package dev.gramme.transfer.bucket;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A bucket in a folder: the key of an object is the path of its file, with slashes. The folder
 * itself may be a symbolic link; links inside of it are not followed.
 */
final class FolderBucket implements Bucket {
  /**
   * The names of incomplete files are {@code .name.part}, in the same folder as the complete file.
   */
  private static final String HIDDEN = ".";

  private static final String PART = ".part";

  private final Path folder;

  FolderBucket(Path folder) {
    this.folder = folder;
  }

  @Override
  public List<Entry> list(String prefix, int limit) {
    var entries = new ArrayList<Entry>();
    walk(
        prefix,
        (path, attributes) -> {
          if (!isPart(path) && key(path).startsWith(prefix)) {
            entries.add(
                new Entry(key(path), attributes.size(), attributes.lastModifiedTime().toInstant()));
          }
        });
    entries.sort(Comparator.comparing(Entry::key));
    return entries.size() > limit ? List.copyOf(entries.subList(0, limit)) : entries;
  }

  @Override
  public void removeIncomplete(String prefix, Instant before) {
    walk(
        prefix,
        (path, attributes) -> {
          if (isPart(path)
              && key(whole(path)).startsWith(prefix)
              && attributes.lastModifiedTime().toInstant().isBefore(before)) {
            Files.deleteIfExists(path);
          }
        });
  }

  /** Does something with a file. */
  @FunctionalInterface
  private interface Visit {
    void file(Path path, BasicFileAttributes attributes) throws IOException;
  }

  /** Visits the files in all folders that may have keys with a prefix. */
  private void walk(String prefix, Visit visit) {
    try {
      Path root = folder.toRealPath(); // the walk does not follow a link
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            private Path inFolder(Path path) {
              return folder.resolve(root.relativize(path));
            }

            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
              return mayHave(inFolder(path), prefix)
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
                throws IOException {
              // Links are not followed, so a link to a file is not a regular file.
              if (attributes.isRegularFile()) {
                visit.file(inFolder(path), attributes);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException fault)
                throws IOException {
              if (fault instanceof NoSuchFileException && !path.equals(root)) {
                return FileVisitResult.CONTINUE; // deleted or renamed meanwhile
              }
              if (!mayHave(inFolder(path), prefix)) {
                return FileVisitResult.CONTINUE; // such as lost+found, which only root may read
              }
              throw fault;
            }
          });
    } catch (IOException e) {
      throw fault(e);
    }
  }

  /** Whether a folder may have files whose keys begin with a prefix. */
  private boolean mayHave(Path path, String prefix) {
    String inside = path.equals(folder) ? "" : key(path) + "/";
    return prefix.startsWith(inside) || inside.startsWith(prefix);
  }

  @Override
  public InputStream read(String key) {
    Path file = file(key);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw BucketException.noSuchKey();
    }
    try {
      return new FolderObject(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      throw fault(e);
    }
  }

  @Override
  public Upload write(String key, Encryption encryption) {
    Path file = file(key);
    Path part = file.resolveSibling(HIDDEN + file.getFileName() + PART);
    try {
      Path parent = file.getParent();
      Files.createDirectories(parent == null ? folder : parent);
      return new FolderUpload(part, file);
    } catch (IOException e) {
      throw fault(e);
    }
  }

  @Override
  public void delete(String key) {
    try {
      Files.deleteIfExists(file(key));
    } catch (IOException e) {
      throw fault(e);
    }
  }

  static BucketException fault(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> BucketException.accessDenied();
      case NoSuchFileException gone -> BucketException.noSuchKey();
      default -> BucketException.failed(e);
    };
  }

  private static boolean isPart(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.startsWith(HIDDEN)
        && name.endsWith(PART)
        && name.length() > HIDDEN.length() + PART.length();
  }

  /** The file that an incomplete file becomes. */
  private static Path whole(Path part) {
    String name = String.valueOf(part.getFileName());
    return part.resolveSibling(name.substring(HIDDEN.length(), name.length() - PART.length()));
  }

  private String key(Path path) {
    return folder.relativize(path).toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  /** The file of a key. It is inside the folder, and its path contains no symbolic link. */
  private Path file(String key) {
    Path path = folder;
    for (String name : key.split("/", -1)) {
      if (name.isEmpty()
          || name.equals(".")
          || name.equals("..")
          || name.indexOf('\\') >= 0
          || name.indexOf('\0') >= 0) {
        throw BucketException.accessDenied();
      }
      path = path.resolve(name);
      if (Files.isSymbolicLink(path)) {
        throw BucketException.accessDenied();
      }
    }
    return path;
  }
}
