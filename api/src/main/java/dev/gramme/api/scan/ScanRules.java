package dev.gramme.api.scan;

import static dev.gramme.api.scan.ScanShape.PAGE;
import static dev.gramme.api.scan.ScanShape.SEGMENT;
import static dev.gramme.api.scan.ScanShape.TOTAL_SEGMENTS;

import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.item.LegacyParameters;
import dev.gramme.api.item.ProjectionParameters;
import dev.gramme.api.item.StartKeyRules;
import dev.gramme.expression.Placeholders;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of Scan that do not depend on a table, in the service's order (October 2026). */
final class ScanRules {

  private ScanRules() {}

  static void check(Structure input, Wording wording) {
    LegacyParameters.checkNesting(input.get(PAGE.filter), wording);
    LegacyParameters.checkConditionalOperator(
        input.get(PAGE.conditionalOperator), input.get(PAGE.filter));
    ExpressionParameters.refuseMixing(
        input,
        List.of(PAGE.attributesToGet, PAGE.filter, PAGE.conditionalOperator),
        List.of(PAGE.projectionExpression, PAGE.filterExpression));
    PAGE.checkSelect(input);
    checkSegments(input);
    ExpressionParameters.refuseIdleNames(
        input, PAGE.names, List.of(PAGE.projectionExpression, PAGE.filterExpression));
    ExpressionParameters.refuseIdleValues(
        input, PAGE.values, List.of(PAGE.filterExpression), wording);
    ProjectionParameters.checkAttributes(input.get(PAGE.attributesToGet));
  }

  private static void checkSegments(Structure input) {
    Integer segment = input.get(SEGMENT);
    Integer totalSegments = input.get(TOTAL_SEGMENTS);
    if (segment != null && totalSegments == null) {
      throw ApiError.validation(
          "The TotalSegments parameter is required but was not present in the request when Segment"
              + " parameter is present");
    }
    if (segment == null && totalSegments != null) {
      throw ApiError.validation(
          "The Segment parameter is required but was not present in the request when parameter"
              + " TotalSegments is present");
    }
    if (segment != null && totalSegments != null && segment >= totalSegments) {
      throw ApiError.validation(
          "The Segment parameter is zero-based and must be less than parameter TotalSegments:"
              + " Segment: "
              + segment
              + " is not less than TotalSegments: "
              + totalSegments);
    }
  }

  static Placeholders placeholders(Structure input, Wording wording) {
    return ExpressionParameters.placeholders(
        input.get(PAGE.names), input.get(PAGE.values), wording);
  }

  static @Nullable Item startKey(Structure input, Wording wording) {
    WireItem start = input.get(PAGE.exclusiveStartKey);
    return start == null ? null : StartKeyRules.key(start, wording);
  }
}
