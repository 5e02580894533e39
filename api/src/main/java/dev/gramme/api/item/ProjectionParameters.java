package dev.gramme.api.item;

import dev.gramme.expression.Placeholders;
import dev.gramme.expression.Projection;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeNames;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The returned part of an item: {@code ProjectionExpression} or {@code AttributesToGet}. */
public final class ProjectionParameters {

  private ProjectionParameters() {}

  /** The projection; null if the whole item is to be returned. */
  public static @Nullable Projection of(
      @Nullable String expression, @Nullable List<String> attributes, Placeholders placeholders) {
    if (expression != null) {
      return Projection.parse(expression, placeholders);
    }
    return attributes == null ? null : Projection.ofAttributes(attributes);
  }

  /** Checks the names in {@code AttributesToGet}, which must not contain duplicates. */
  public static void checkAttributes(@Nullable List<String> attributes) {
    if (attributes == null) {
      return;
    }
    var seen = HashSet.<String>newHashSet(attributes.size());
    for (String attribute : attributes) {
      AttributeNames.check(attribute);
      if (!seen.add(attribute)) {
        throw ApiError.validation(
            "One or more parameter values were invalid: Duplicate value in attribute name: "
                + attribute);
      }
    }
  }
}
