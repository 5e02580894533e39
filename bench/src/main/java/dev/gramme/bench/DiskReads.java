package dev.gramme.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The reads of the disk that has a folder, according to Linux. They are those of all processes. */
final class DiskReads {
  private final Path statistics;

  DiskReads(Path folder) throws IOException {
    long device = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
    long major = (device >> 8) & 0xFFF;
    long minor = (device & 0xFF) | ((device >> 12) & 0xFFF00);
    statistics = Path.of("/sys/dev/block/" + major + ":" + minor + "/stat");
  }

  /** The number of reads since the start of the machine, NaN if it is unknown. */
  double count() throws IOException {
    return Files.exists(statistics)
        ? Double.parseDouble(Files.readString(statistics).strip().split(" +")[0])
        : Double.NaN;
  }
}
