package dev.gramme.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts with the names of the programs print what Patroni may print. */
final class PostgresProgramsTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeOtherPrograms() throws IOException {
    write("postgres", "");
    write("etcd", "");
  }

  private void write(String program, String script) throws IOException {
    Path file = Files.writeString(folder.resolve(program), "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private PostgresPrograms found() {
    return PostgresPrograms.find(Map.of("PATH", folder.toString()));
  }

  @ParameterizedTest
  @CsvSource({"3.0.2, etcd", "3.0.3, etcd3", "3.1, etcd3", "4.0.4, etcd3"})
  void the_interface_of_etcd_depends_on_the_version_and_not_on_a_warning_before_it(
      String version, String etcdInterface) throws IOException {
    write(
        "patroni",
        """
        echo "/usr/lib/python3.11/site.py: a warning of patroni 9.9" >&2
        echo "patroni %s"
        """
            .formatted(version));
    assertThat(found().etcdInterface()).isEqualTo(etcdInterface);
  }

  @Test
  void a_patroni_that_fails_is_reported_with_what_it_prints() throws IOException {
    write("patroni", "echo 'patroni 3.0.2'; echo 'no module' >&2; exit 3");
    assertThatThrownBy(this::found)
        .isInstanceOf(ClusterException.class)
        .hasMessage(
            "%s --version fails with status 3: patroni 3.0.2\nno module",
            folder.resolve("patroni"));
  }

  @Test
  void a_patroni_without_a_version_is_reported_with_what_it_prints() throws IOException {
    write("patroni", "echo 'python 3.11'");
    assertThatThrownBy(this::found)
        .isInstanceOf(ClusterException.class)
        .hasMessage("%s does not state its version: python 3.11", folder.resolve("patroni"));
  }
}
