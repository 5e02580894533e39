package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.bench.results.LargeComparison.DiskPoint;
import org.junit.jupiter.api.Test;

final class FioReadsTest {
  @Test
  void a_report_has_the_rate_and_the_99th_percentile() throws Exception {
    assertThat(
            FioReads.point(
                2,
                """
                reads: Laying out IO file (1 file / 4096MiB)
                {"fio version":"fio-3.33","jobs":[{"jobname":"reads","read":{"iops":7512.4,
                "clat_ns":{"mean":265000.0,"percentile":{"50.000000":240000,"99.000000":790528}}}}]}
                """))
        .isEqualTo(new DiskPoint(2, 7512.4, 791));
  }
}
