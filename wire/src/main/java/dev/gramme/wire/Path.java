package dev.gramme.wire;

import org.jspecify.annotations.Nullable;

/**
 * The way to a member, as messages write it: {@code keySchema.1.member.attributeName}, positions
 * from 1, and {@code expected.<key>.member.comparisonOperator}. The current wording writes the
 * names of members as in JSON.
 */
record Path(@Nullable Path parent, String classic, String current) {

  static Path member(@Nullable Path parent, Member<?> member) {
    return new Path(parent, member.pathName(), member.name());
  }

  Path element(int index) {
    return entry(Integer.toString(index + 1));
  }

  Path entry(String key) {
    String step = key + ".member";
    return new Path(this, step, step);
  }

  String text() {
    return parent == null ? classic : parent.text() + "." + classic;
  }

  String currentText() {
    return parent == null ? current : parent.currentText() + "." + current;
  }
}
