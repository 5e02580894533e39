package dev.gramme.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@link OpenFilesLimit}, and the share of the database. */
final class OpenFilesLimitTest {
  @Test
  void the_soft_limit_counts_and_not_the_hard_limit() {
    assertThat(
            OpenFilesLimit.parse(
                """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             7                    8                    processes
                Max open files            1024                 524288               files
                """))
        .isEqualTo(1024);
    assertThat(OpenFilesLimit.parse("Max open files   unlimited   unlimited   files"))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(OpenFilesLimit.ofThisProcess()).isPositive();
  }

  @Test
  void the_database_keeps_a_part_of_the_files_open() {
    assertThat(DiskSettings.autoFiles(1024)).isEqualTo(128);
    assertThat(DiskSettings.autoFiles(8192)).isEqualTo(1024);
    assertThat(DiskSettings.autoFiles(Long.MAX_VALUE)).isEqualTo(4096);
  }
}
