package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;

/**
 * The service's texts of SerializationException for a JSON value whose type does not match the
 * shape. The texts are copied literally, with the service's misspellings and its
 * ClassCastException.
 */
final class TypeMismatch {
  static final String BASE64_LENGTH =
      "Base64 encoded length is expected a multiple of 4 bytes but found: ";
  static final String BASE64_CHARACTER = "Invalid last non-pad Base64 character dectected";

  private static final String OBJECT = "Start of structure or map found where not expected";
  private static final String NOT_BASE64 = "only base-64-encoded strings are convertible to bytes";
  private static final String NOT_A_FIELD = "Unexpected field type";
  private static final String NOT_AN_ELEMENT = "Unexpected value type in payload";
  private static final String NOT_A_BOOLEAN = "Unexpected token received from parser";
  private static final String CAST =
      "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class"
          + " java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and"
          + " java.lang.Class are in module java.base of loader 'bootstrap')";

  /** The position of a value: a member of a structure, or an element of a list or map. */
  enum Place {
    FIELD,
    ELEMENT
  }

  private TypeMismatch() {}

  static ApiError error(String text) {
    return ApiError.of(ErrorType.SERIALIZATION, text);
  }

  /** The error for a token that cannot begin a value of the shape. */
  static ApiError of(Shape<?> shape, JsonToken token, Place place) {
    return switch (token) {
      case START_OBJECT -> error(OBJECT);
      case START_ARRAY ->
          error(
              "Unrecognized collection type "
                  + (shape.isParameterized() ? "" : "class ")
                  + shape.typeName());
      case VALUE_STRING -> scalar(shape, "STRING_VALUE", place);
      case VALUE_NUMBER_INT -> scalar(shape, "NUMBER_VALUE", place);
      case VALUE_NUMBER_FLOAT -> scalar(shape, "DECIMAL_VALUE", place);
      case VALUE_TRUE -> scalar(shape, "TRUE_VALUE", place);
      case VALUE_FALSE -> scalar(shape, "FALSE_VALUE", place);
      case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_NULL, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new IllegalStateException("not the beginning of a value: " + token);
    };
  }

  private static ApiError scalar(Shape<?> shape, String token, Place place) {
    return switch (shape) {
      case Shape.BlobShape blob -> error(NOT_BASE64);
      case StructureShape structure -> error(place == Place.FIELD ? NOT_A_FIELD : NOT_AN_ELEMENT);
      case Shape.AttributeValueShape value ->
          error(place == Place.FIELD ? NOT_A_FIELD : NOT_AN_ELEMENT);
      case Shape.ItemShape item -> error(place == Place.FIELD ? NOT_A_FIELD : CAST);
      case MapShape<?> map -> error(place == Place.FIELD ? NOT_A_FIELD : CAST);
      case ListShape<?> list -> error(place == Place.FIELD ? NOT_A_FIELD : CAST);
      case Shape.BooleanShape bool when token.equals("STRING_VALUE") -> error(NOT_A_BOOLEAN);
      case StringShape string -> conversion(shape, token);
      case NumberShape<?> number -> conversion(shape, token);
      case Shape.BooleanShape bool -> conversion(shape, token);
      case Shape.TimestampShape timestamp -> conversion(shape, token);
    };
  }

  private static ApiError conversion(Shape<?> shape, String token) {
    String type = shape.typeName();
    return error(token + " cannot be converted to " + type.substring(type.lastIndexOf('.') + 1));
  }
}
