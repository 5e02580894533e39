package dev.gramme.bench;

import java.util.Locale;

/** The core workloads of YCSB: what operations they mix, and how they choose records. */
enum YcsbWorkload {
  A(50, Operation.READ, Operation.UPDATE),
  B(95, Operation.READ, Operation.UPDATE),
  C(100, Operation.READ, Operation.READ),
  D(95, Operation.READ, Operation.INSERT),
  E(95, Operation.SCAN, Operation.INSERT),
  F(50, Operation.READ, Operation.READ_MODIFY_WRITE);

  /** An operation of YCSB. */
  enum Operation {
    READ,
    UPDATE,
    INSERT,
    SCAN,
    READ_MODIFY_WRITE;

    /** The title in the report. */
    String title() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final int percent;
  private final Operation first;
  private final Operation second;

  /**
   * A mixture of two operations.
   *
   * @param percent the share of the first one
   */
  YcsbWorkload(int percent, Operation first, Operation second) {
    this.percent = percent;
    this.first = first;
    this.second = second;
  }

  /** The operation for a number below 100. */
  Operation operation(int number) {
    return number < percent ? first : second;
  }

  /** Whether the newest records are read most often; otherwise they are chosen by Zipf's law. */
  boolean readsLatest() {
    return this == D;
  }

  /** The mixture, such as "95% scan, 5% insert". */
  String mixture() {
    var text = percent + "% " + first.title();
    if (percent < 100) {
      text += ", " + (100 - percent) + "% " + second.title();
    }
    return readsLatest() ? text + ", latest" : text;
  }
}
