package dev.gramme.bench.results;

import java.util.List;

/** The workloads of YCSB over time. */
public record YcsbCourse(Run run, List<Part> parts) {
  public YcsbCourse {
    parts = List.copyOf(parts);
  }

  /**
   * One workload.
   *
   * @param workload its letter
   * @param mixture its operations
   * @param perSecond the operations that ended in each second
   * @param flushes the seconds, from 0, in which RocksDB wrote a memtable to a file
   * @param compactions the seconds in which it merged files
   * @param operations rate and latencies of each operation
   * @param errors the number of operations that failed
   */
  public record Part(
      String workload,
      String mixture,
      List<Long> perSecond,
      List<Integer> flushes,
      List<Integer> compactions,
      List<Figure> operations,
      long errors) {
    public Part {
      perSecond = List.copyOf(perSecond);
      flushes = List.copyOf(flushes);
      compactions = List.copyOf(compactions);
      operations = List.copyOf(operations);
    }

    /** The operations of the median second. */
    public long median() {
      return perSecond.stream().sorted().toList().get(perSecond.size() / 2);
    }

    /** The operations of the second with the fewest. */
    public long lowest() {
      return perSecond.stream().min(Long::compare).orElseThrow();
    }
  }
}
