package dev.gramme.wire;

import org.jspecify.annotations.Nullable;

/**
 * The path to a member, as messages show it: {@code keySchema.1.member.attributeName} (positions
 * begin with 1) or {@code expected.<key>.member.comparisonOperator}. The current wording uses the
 * JSON names of members.
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
