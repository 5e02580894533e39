package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RegionFoldersTest {
  @TempDir private Path data;

  private void database(String name) throws IOException {
    Path database = data.resolve(name);
    Files.createDirectories(database);
    RocksStore.open(RocksStoreOptions.of(database)).close();
  }

  @Test
  void the_regions_of_earlier_versions_are_listed_but_no_other_data_folder() throws IOException {
    database("regions/us-west-2");
    database("eu-west-1");
    database("data"); // of another server
    Files.createDirectory(data.resolve("ap-south-1")); // without a database
    var folders = new RegionFolders(data, "us-east-1", true);
    assertThat(folders.regions()).containsExactly("us-east-1", "eu-west-1", "us-west-2");
  }

  @Test
  void a_region_may_have_the_name_of_a_folder_that_is_no_database() throws IOException {
    database(".");
    Files.createDirectories(data.resolve("security"));
    Files.createDirectories(data.resolve("regions/empty"));
    var folders = new RegionFolders(data, "us-east-1", true);
    for (String name : List.of("regions", "rocksdb", "security", "keys")) {
      database("regions/" + name);
      assertThat(folders.of(name)).isEqualTo(data.resolve("regions").resolve(name));
    }
    assertThat(folders.regions())
        .containsExactly("us-east-1", "keys", "regions", "rocksdb", "security");
  }
}
