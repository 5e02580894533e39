package dev.gramme.apps.grid.domain;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * An issue.
 *
 * @param number unique among the project's issues, from 1
 * @param values by field id; missing values are not contained
 * @param version counts its changes, from 1
 */
public record Issue(String project, long number, Map<String, FieldValue> values, long version) {
  public Issue {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /** Its id, such as {@code RAIL-17}. */
  public String id() {
    return id(project, number);
  }

  /** The id of an issue. */
  public static String id(String project, long number) {
    return project + "-" + number;
  }
}
