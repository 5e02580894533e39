package dev.gramme.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gramme.bench.results.LargeComparison;
import dev.gramme.bench.results.LargeComparison.DiskPoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads of the disk alone, with fio. */
final class FioReads {
  private static final List<Integer> THREADS = List.of(1, 2, 16);
  private static final ObjectMapper JSON = new ObjectMapper();

  private FioReads() {}

  /**
   * Measures reads in a new file of a folder; empty if fio is not installed.
   *
   * @param seconds for each number of threads
   */
  static List<DiskPoint> measure(Path folder, int seconds)
      throws IOException, InterruptedException {
    var file = folder.resolve("fio");
    var points = new ArrayList<DiskPoint>();
    try {
      for (int threads : THREADS) {
        points.add(point(threads, run(file, threads, seconds)));
      }
    } catch (IOException e) {
      Bench.say("the disk alone is not measured: " + e.getMessage());
      return List.of();
    } finally {
      Files.deleteIfExists(file);
    }
    return points;
  }

  private static String run(Path file, int threads, int seconds)
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(
                "fio",
                "--name=reads",
                "--filename=" + file,
                "--size=%dg".formatted(LargeComparison.DISK_FILE_GIGABYTES),
                "--rw=randread",
                "--bs=4k",
                "--direct=1",
                "--ioengine=psync",
                "--thread",
                "--numjobs=" + threads,
                "--group_reporting",
                "--time_based",
                "--runtime=" + seconds,
                "--output-format=json")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("fio failed: " + output);
    }
    return output;
  }

  /** Reads the report of fio. */
  static DiskPoint point(int threads, String report) throws IOException {
    // fio prints notes before the report.
    var read = JSON.readTree(report.substring(report.indexOf('{'))).at("/jobs/0/read");
    return new DiskPoint(
        threads,
        read.path("iops").asDouble(),
        Math.round(read.at("/clat_ns/percentile/99.000000").asDouble() / 1000));
  }
}
