package dev.gramme.api.table;

import dev.gramme.api.table.TableShapes.ProjectionShape;
import dev.gramme.model.IndexProjection;
import dev.gramme.wire.Structure;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rules of an index's Projection. */
public final class ProjectionRules {
  /** The maximum number of non-key attributes in all indexes of a table together. */
  private static final int NON_KEY_ATTRIBUTES = 100;

  private ProjectionRules() {}

  /** The projection of a request. */
  public static IndexProjection projection(Structure projection) {
    String type = projection.get(ProjectionShape.PROJECTION_TYPE);
    List<String> attributes = projection.get(ProjectionShape.NON_KEY_ATTRIBUTES);
    if (type == null) {
      throw InvalidParameters.of("Unknown ProjectionType: null");
    }
    if (!type.equals("INCLUDE")) {
      if (attributes != null) {
        throw InvalidParameters.of(
            "ProjectionType is " + type + ", but NonKeyAttributes is specified");
      }
      return type.equals("ALL") ? IndexProjection.ALL : IndexProjection.KEYS_ONLY;
    }
    if (attributes == null) {
      throw InvalidParameters.of(
          "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    }
    Set<String> seen = new HashSet<>();
    for (String attribute : attributes) {
      if (!seen.add(attribute)) {
        throw InvalidParameters.of("Duplicate element in NonKeyAttributes: " + attribute);
      }
    }
    return new IndexProjection(IndexProjection.Type.INCLUDE, attributes);
  }

  /**
   * Checks the limit on projected attributes of all indexes of a table; an attribute counts once
   * for each index that names it.
   */
  public static void checkTotal(List<IndexProjection> projections) {
    int total = projections.stream().mapToInt(p -> p.nonKeyAttributes().size()).sum();
    if (total > NON_KEY_ATTRIBUTES) {
      // The service's text was not observed (November 2026).
      throw InvalidParameters.of(
          "Number of NonKeyAttributes of all indexes exceeds per-table limit of "
              + NON_KEY_ATTRIBUTES);
    }
  }
}
