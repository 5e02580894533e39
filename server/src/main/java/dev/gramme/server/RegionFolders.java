package dev.gramme.server;

import dev.gramme.server.settings.DatabaseSharing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folders of the regions' databases. The default region uses the data folder itself, other
 * regions use its subfolder {@code regions}. If the data folder has a subfolder with a region's
 * name, where earlier versions put regions, that one is used. The databases of an access key are in
 * {@code keys/KEY/REGION}.
 *
 * @param data the data folder
 * @param first the default region
 * @param onDisk whether databases are on disk at all
 */
public record RegionFolders(Path data, String first, boolean onDisk) {
  private static final String REGIONS = "regions";
  private static final String KEYS = "keys";

  /** The folder of a database. */
  Path of(DatabaseName name) {
    return name.accessKey().isEmpty()
        ? of(name.region())
        : data.resolve(KEYS).resolve(name.accessKey()).resolve(name.region());
  }

  /** The folder of a region. */
  public Path of(String region) {
    Path earlier = data.resolve(region);
    if (Files.isDirectory(earlier)) {
      return earlier;
    }
    return region.equals(first) ? data : data.resolve(REGIONS).resolve(region);
  }

  /**
   * The default region, followed by the other regions that have a folder in {@code regions}, sorted
   * by name. A region whose folder is where earlier versions put regions is not listed: only its
   * first request opens it, so it has no background work before.
   *
   * @throws IOException if the folder cannot be read
   */
  public List<String> regions() throws IOException {
    var regions = new ArrayList<String>(List.of(first));
    subfolders(data.resolve(REGIONS)).stream()
        .filter(name -> !name.equals(first))
        .forEach(regions::add);
    return regions;
  }

  /**
   * The databases that exist: always that of the default region, then those that have a folder.
   *
   * @throws IOException if the folder cannot be read
   */
  List<DatabaseName> databases(DatabaseSharing sharing) throws IOException {
    return switch (sharing) {
      case ALL -> List.of(DatabaseName.of(first));
      case REGION -> regions().stream().map(DatabaseName::of).toList();
      case KEY -> {
        var databases = new ArrayList<DatabaseName>(List.of(DatabaseName.of(first)));
        for (String key : subfolders(data.resolve(KEYS))) {
          for (String region : subfolders(data.resolve(KEYS).resolve(key))) {
            databases.add(new DatabaseName(region, key));
          }
        }
        yield databases;
      }
    };
  }

  /** The names of the folders in a folder, sorted; none if there is no such folder. */
  private List<String> subfolders(Path folder) throws IOException {
    if (!onDisk || !Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(folder)) {
      return folders
          .filter(Files::isDirectory)
          .map(path -> String.valueOf(path.getFileName()))
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
