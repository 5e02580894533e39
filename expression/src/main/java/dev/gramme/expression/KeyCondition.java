package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.Wording;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key condition of a query: one term for each key attribute, in the order of the text.
 *
 * @param terms at most one for each attribute
 * @param legacy whether it comes from the legacy parameter KeyConditions
 * @param wording the wording of error messages
 */
public record KeyCondition(List<Term> terms, boolean legacy, Wording wording) {
  public KeyCondition {
    terms = List.copyOf(terms);
  }

  /** The operators of key conditions. */
  public enum Operator {
    EQ,
    LT,
    LE,
    GT,
    GE,
    BETWEEN,
    BEGINS_WITH
  }

  /** A condition on one attribute. It has two values for BETWEEN, else one. */
  public record Term(String attribute, Operator operator, List<AttributeValue> values) {
    public Term {
      values = List.copyOf(values);
    }
  }

  /**
   * Parses a key condition expression.
   *
   * @throws ApiError a ValidationException if it is not valid for any key schema
   */
  public static KeyCondition parse(String text, Placeholders placeholders) {
    Syntax syntax = ConditionParser.parse(text, ExpressionKind.KEY_CONDITION);
    Condition condition =
        new ConditionBinder(ExpressionKind.KEY_CONDITION, placeholders).bind(syntax);
    return new KeyCondition(
        new KeyTerms(placeholders).of(condition), false, placeholders.wording());
  }

  /**
   * The range of the table or index that the condition selects.
   *
   * @param hash the HASH attributes of the schema, one or, for some global indexes, up to four
   * @param range its RANGE attributes, at most one or, for some global indexes, up to four
   * @throws ApiError a ValidationException if the condition does not fit the schema
   */
  public KeyRange resolve(List<KeyAttribute> hash, List<KeyAttribute> range) {
    checkCount(hash.size() + range.size());
    if (hash.size() > 1) {
      checkEqualities(hash);
    }
    var hashValues = new ArrayList<AttributeValue>(hash.size());
    for (KeyAttribute attribute : hash) {
      Term term = term(attribute);
      if (term == null) {
        throw missed(attribute);
      }
      checkValues(term, attribute);
      if (term.operator() != Operator.EQ) {
        throw notSupported();
      }
      hashValues.add(term.values().get(0));
    }
    var rangeValues = new ArrayList<AttributeValue>(range.size());
    Term last = null;
    int used = hash.size();
    for (int i = 0; i < range.size() && used < terms.size() && last == null; i++) {
      Term term = term(range.get(i));
      if (term == null) {
        throw gap(range, i);
      }
      checkValues(term, range.get(i));
      used++;
      if (term.operator() == Operator.EQ) {
        rangeValues.add(term.values().get(0));
      } else {
        last = term;
      }
    }
    if (used < terms.size()) {
      throw last == null ? notSupported() : gap(range, rangeValues.size());
    }
    return new KeyRange(hashValues, rangeValues, last);
  }

  /** A key with several HASH attributes requires an equality condition on each of them. */
  private void checkEqualities(List<KeyAttribute> hash) {
    var without = new ArrayList<String>(0);
    for (KeyAttribute attribute : hash) {
      Term term = term(attribute);
      if (term == null || term.operator() != Operator.EQ) {
        without.add(attribute.name());
      }
    }
    if (!without.isEmpty()) {
      // The separator that the service puts between several names is unknown (November 2026).
      throw ApiError.validation(
          "HASH key attributes "
              + String.join(", ", without)
              + " must have equality conditions specified in the query");
    }
  }

  private @Nullable Term term(KeyAttribute attribute) {
    for (Term term : terms) {
      if (term.attribute().equals(attribute.name())) {
        return term;
      }
    }
    return null;
  }

  private void checkCount(int schemaAttributes) {
    int count = terms.size();
    // Two conditions on a key with one attribute are rejected below, with another message.
    if (count > Math.max(schemaAttributes, 2)) {
      throw ApiError.validation(
          legacy && wording == Wording.CLASSIC
              ? "Conditions can be of length 1 or 2 only"
              : "The number of query conditions ("
                  + count
                  + ") exceeds the number of key attributes defined in the schema ("
                  + schemaAttributes
                  + ")");
    }
  }

  private static void checkValues(Term term, KeyAttribute attribute) {
    for (AttributeValue value : term.values()) {
      if (value.type() != attribute.type()) {
        throw ApiError.validation(
            "One or more parameter values were invalid: Condition parameter type does not match"
                + " schema type");
      }
    }
    for (AttributeValue value : term.values()) {
      if (isEmpty(value)) {
        throw ApiError.validation(
            "One or more parameter values are not valid. The AttributeValue for a key attribute"
                + " cannot contain an empty "
                + (value.type() == AttributeType.S ? "string" : "binary")
                + " value. Key: "
                + attribute.name());
      }
    }
  }

  private static boolean isEmpty(AttributeValue value) {
    return (value instanceof AttributeValue.S s && s.value().isEmpty())
        || (value instanceof AttributeValue.B b && b.value().length() == 0);
  }

  /**
   * The error for a RANGE attribute without an equality condition, if a later RANGE attribute has a
   * condition. Otherwise the error for a condition on an attribute outside the key, or for an
   * unsupported combination of conditions.
   */
  private ApiError gap(List<KeyAttribute> range, int position) {
    KeyAttribute without = range.get(position);
    for (KeyAttribute later : range.subList(position + 1, range.size())) {
      if (term(later) != null) {
        return ApiError.validation(
            "RANGE key attributes "
                + without.name()
                + " must have equality conditions specified in the query because a condition is"
                + " present on key attribute "
                + later.name());
      }
    }
    return term(without) == null ? missed(without) : notSupported();
  }

  private static ApiError missed(KeyAttribute attribute) {
    return ApiError.validation("Query condition missed key schema element: " + attribute.name());
  }

  private static ApiError notSupported() {
    return ApiError.validation("Query key condition not supported");
  }
}
