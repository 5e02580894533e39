package dev.gramme.embedded.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class OptionalDependenciesTest {
  @TempDir private Path folder;

  @Test
  void a_database_in_memory_needs_no_rocksdb_and_a_folder_says_which_dependency_is_missing()
      throws Exception {
    assertThat(run(withoutRocksDb()))
        .contains(
            "tables []\ntables []\n",
            "a database in a folder needs RocksDB; add the dependency org.rocksdb:rocksdbjni")
        .doesNotContain("opened");
  }

  @Test
  void a_folder_is_opened_if_rocksdb_is_on_the_class_path() throws Exception {
    assertThat(run(System.getProperty("java.class.path"))).contains("opened []");
  }

  private String run(String classPath) throws Exception {
    return ChildJvm.run(classPath, RunInMemory.class.getName(), folder.toString());
  }

  private static String withoutRocksDb() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("rocksdbjni"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
