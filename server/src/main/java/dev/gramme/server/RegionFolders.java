package dev.gramme.server;

import dev.gramme.server.files.Subfolders;
import dev.gramme.server.settings.DatabaseSharing;
import dev.gramme.storage.rocksdb.DatabaseFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The folders of the regions' databases. The default region uses the data folder itself, other
 * regions use its subfolder {@code regions}. If a subfolder with a region's name, where earlier
 * versions put regions, has a database, that one is used. A client may choose any name of a region,
 * also that of a folder with other content, such as {@code regions}. The databases of an access key
 * are in {@code keys/KEY/REGION}.
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
    if (DatabaseFiles.exist(earlier)) {
      return earlier;
    }
    return region.equals(first) ? data : data.resolve(REGIONS).resolve(region);
  }

  /**
   * The default region, followed by the other regions that have a folder, sorted by name. Where
   * earlier versions put regions, only databases with the name of an AWS region are listed, because
   * the data folder may contain another data folder.
   *
   * @throws IOException if a folder cannot be read
   */
  public List<String> regions() throws IOException {
    var others = new TreeSet<String>(databasesIn(data.resolve(REGIONS)));
    databasesIn(data).stream()
        .filter(name -> Forks.REGION.matcher(name).matches())
        .forEach(others::add);
    others.remove(first);
    var regions = new ArrayList<String>(List.of(first));
    regions.addAll(others);
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
          for (String region : databasesIn(data.resolve(KEYS).resolve(key))) {
            databases.add(new DatabaseName(region, key));
          }
        }
        yield databases;
      }
    };
  }

  /** The names of the folders with a database in a folder, sorted. */
  private List<String> databasesIn(Path folder) throws IOException {
    return subfolders(folder).stream()
        .filter(name -> DatabaseFiles.exist(folder.resolve(name)))
        .toList();
  }

  /** The names of the folders in a folder, sorted; none if there is no such folder. */
  private List<String> subfolders(Path folder) throws IOException {
    return onDisk
        ? Subfolders.of(folder).stream().map(path -> String.valueOf(path.getFileName())).toList()
        : List.of();
  }
}
