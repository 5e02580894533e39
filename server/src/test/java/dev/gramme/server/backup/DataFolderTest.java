package dev.gramme.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataFolderTest {
  @TempDir private Path folder;

  /** Creates an empty database. */
  private Path database(String name) throws IOException {
    Path database = folder.resolve(name);
    Files.createDirectories(database);
    RocksStore.open(RocksStoreOptions.of(database)).close();
    return database;
  }

  @Test
  void databases_are_found_where_regions_and_access_keys_have_them() throws IOException {
    var expected =
        List.of(
            database("data"),
            database("data/eu-west-1"),
            database("data/keys/KEY/eu-west-1"),
            database("data/regions/us-west-2"));
    Files.createDirectories(folder.resolve("data/regions/empty"));
    assertThat(DataFolder.databases(folder.resolve("data"))).isEqualTo(expected);
  }

  @Test
  void databases_and_the_data_folder_may_be_symbolic_links() throws IOException {
    database("data");
    database("disk2/eu");
    Path regions = Files.createDirectory(folder.resolve("data/regions"));
    Files.createSymbolicLink(regions.resolve("eu-west-1"), folder.resolve("disk2/eu"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("data"));
    assertThat(DataFolder.databases(link)).containsExactly(link, link.resolve("regions/eu-west-1"));
  }

  @Test
  void files_of_a_database_are_not_searched() throws IOException {
    Path data = database("data");
    database("data/rocksdb/within");
    assertThat(DataFolder.databases(data)).containsExactly(data);
  }

  @Test
  void a_missing_data_folder_is_reported() {
    assertThatThrownBy(() -> DataFolder.databases(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
