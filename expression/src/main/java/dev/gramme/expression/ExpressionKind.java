package dev.gramme.expression;

import dev.gramme.model.ApiError;

/** The parameters of a request that hold expressions. */
public enum ExpressionKind {
  CONDITION("ConditionExpression"),
  FILTER("FilterExpression"),
  KEY_CONDITION("KeyConditionExpression"),
  SEARCH_CONDITION("SearchConditionExpression"),
  PROJECTION("ProjectionExpression"),
  UPDATE("UpdateExpression"),
  /** A PartiQL statement. Its errors have no prefix with the name of a parameter. */
  STATEMENT("Statement");

  private final String parameterName;

  ExpressionKind(String parameterName) {
    this.parameterName = parameterName;
  }

  /** The name of the parameter, such as {@code ConditionExpression}. */
  public String parameterName() {
    return parameterName;
  }

  /** The error for an invalid expression of this kind. */
  ApiError invalid(String reason) {
    return ApiError.validation(
        this == STATEMENT ? reason : "Invalid " + parameterName + ": " + reason);
  }
}
