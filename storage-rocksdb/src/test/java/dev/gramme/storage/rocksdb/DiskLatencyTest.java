package dev.gramme.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Gen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DiskLatencyTest {
  private static final int SAMPLES = 200;

  private final DiskLatency latency = new DiskLatency(Duration.ofNanos(50_000));

  private void add(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      latency.add(nanos);
    }
  }

  @Test
  void a_disk_is_slow_until_it_was_measured() {
    assertThat(latency.isSlow()).isTrue();
    add(SAMPLES, 15_000);
    assertThat(latency.isSlow()).isFalse();
    assertThat(latency.seconds()).isBetween(14e-6, 17e-6);
  }

  @Test
  void a_few_reads_of_the_medium_make_a_disk_slow_again() {
    add(SAMPLES, 15_000);
    add(4, 1_000_000);
    assertThat(latency.isSlow()).isTrue();
  }

  @Test
  void reads_without_a_file_do_not_count() {
    add(SAMPLES, 80_000);
    add(10_000, 800);
    assertThat(latency.isSlow()).isTrue();
  }

  @Test
  void a_thread_that_loses_its_processor_now_and_then_does_not_make_a_disk_slow() {
    Gen.forAll(
        20,
        random -> {
          add(SAMPLES, 15_000);
          for (int i = 0; i < 10_000; i++) {
            // One read of 40 is long; two such reads in a row are rare.
            latency.add(i % 40 == 0 ? random.between(1_000_000, 20_000_000) : 15_000);
            assertThat(latency.isSlow()).isFalse();
          }
        });
  }

  @Test
  void every_disk_is_slow_if_the_limit_is_zero() {
    var always = new DiskLatency(Duration.ZERO);
    for (int i = 0; i < 10_000; i++) {
      always.add(5_000);
    }
    assertThat(always.isSlow()).isTrue();
  }
}
