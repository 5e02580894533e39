package dev.gramme.expression.legacy;

import dev.gramme.model.ApiError;
import org.jspecify.annotations.Nullable;

/**
 * The operator that joins the conditions of Expected, QueryFilter or ScanFilter. The default is
 * AND.
 */
public enum ConditionalOperator {
  AND,
  OR;

  /**
   * Checks that an operator has at least two conditions to join.
   *
   * @param operator as in the request, null if absent
   * @param conditions the number of conditions in Expected or the filter, 0 if it is not given
   * @throws ApiError a ValidationException if the operator has fewer than two conditions to join
   */
  public static void check(@Nullable ConditionalOperator operator, int conditions) {
    if (operator != null && conditions == 0) {
      throw ApiError.validation("ConditionalOperator cannot be used without Filter or Expected");
    }
    if (operator != null && conditions == 1) {
      throw ApiError.validation(
          "ConditionalOperator can only be used when Filter or Expected has two or more elements");
    }
  }
}
