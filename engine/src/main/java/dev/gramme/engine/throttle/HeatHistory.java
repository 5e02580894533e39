package dev.gramme.engine.throttle;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The units and refusals of one partition in each of the last 60 minutes of the clock. A partition
 * without traffic holds no arrays; one with traffic holds less than a kilobyte.
 */
final class HeatHistory {
  static final int MINUTES = 60;

  private static final long MINUTE_MICROS = TimeUnit.MINUTES.toMicros(1);
  private static final float[] NO_UNITS = {};
  private static final int[] NO_REFUSALS = {};

  /** The units by the minute's number modulo 60, or nothing before the first request. */
  private float[] reads = NO_UNITS;

  private float[] writes = NO_UNITS;
  private int[] refusals = NO_REFUSALS;
  private long current;

  /** Adds units; a negative number removes units of a request that was not executed. */
  void add(UnitKind kind, double units, long nowMicros) {
    roll(nowMicros);
    float[] side = kind == UnitKind.READ ? reads : writes;
    int slot = slot(current);
    side[slot] = (float) Math.max(0, side[slot] + units);
  }

  /** Adds refused requests; a negative number removes those whose request is tried again. */
  void addRefusals(int count, long nowMicros) {
    roll(nowMicros);
    int slot = slot(current);
    refusals[slot] = Math.max(0, refusals[slot] + count);
  }

  private void roll(long nowMicros) {
    long minute = nowMicros / MINUTE_MICROS;
    if (reads.length == 0) {
      reads = new float[MINUTES];
      writes = new float[MINUTES];
      refusals = new int[MINUTES];
      current = minute;
    }
    // If the clock goes back, the latest minute continues.
    for (long passed = Math.max(current + 1, minute - MINUTES + 1); passed <= minute; passed++) {
      int slot = slot(passed);
      reads[slot] = 0;
      writes[slot] = 0;
      refusals[slot] = 0;
    }
    current = Math.max(current, minute);
  }

  private static int slot(long minute) {
    return Math.floorMod(minute, MINUTES);
  }

  /** The minutes of the last hour with traffic or refusals, the latest first. */
  List<PartitionHeat.Minute> minutes(long nowMicros) {
    if (reads.length == 0) {
      return List.of();
    }
    long now = Math.max(current, nowMicros / MINUTE_MICROS);
    var found = new ArrayList<PartitionHeat.Minute>();
    for (long minute = current; minute > now - MINUTES; minute--) {
      int slot = slot(minute);
      if (reads[slot] > 0 || writes[slot] > 0 || refusals[slot] > 0) {
        found.add(
            new PartitionHeat.Minute(
                (int) (now - minute), reads[slot], writes[slot], refusals[slot]));
      }
    }
    return found;
  }
}
