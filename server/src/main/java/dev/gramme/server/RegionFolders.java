package dev.gramme.server;

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
 * name, where earlier versions put regions, that one is used.
 *
 * @param data the data folder
 * @param first the default region
 * @param onDisk whether databases are on disk at all
 */
public record RegionFolders(Path data, String first, boolean onDisk) {
  private static final String REGIONS = "regions";

  /** The folder of a region. */
  public Path of(String region) {
    Path earlier = data.resolve(region);
    if (Files.isDirectory(earlier)) {
      return earlier;
    }
    return region.equals(first) ? data : data.resolve(REGIONS).resolve(region);
  }

  /**
   * The default region, followed by the other regions that have a folder, sorted by name.
   *
   * @throws IOException if the folder cannot be read
   */
  public List<String> regions() throws IOException {
    var regions = new ArrayList<String>(List.of(first));
    Path folder = data.resolve(REGIONS);
    if (onDisk && Files.isDirectory(folder)) {
      try (Stream<Path> folders = Files.list(folder)) {
        folders
            .filter(Files::isDirectory)
            .map(path -> String.valueOf(path.getFileName()))
            .filter(name -> !name.equals(first))
            .sorted()
            .forEach(regions::add);
      } catch (UncheckedIOException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
    return regions;
  }
}
