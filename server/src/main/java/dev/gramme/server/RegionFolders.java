package dev.gramme.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the databases of regions are: the one of the default region in the data folder itself,
 * those of others in its folder {@code regions}. A folder with the name of a region in the data
 * folder, where earlier versions put it, is used as it is.
 *
 * @param data the data folder
 * @param first the default region
 * @param onDisk whether there are any folders
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
   * The default region, and then those that have a folder, by name.
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
