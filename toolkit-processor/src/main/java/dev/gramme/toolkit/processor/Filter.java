package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.processor.EntityModel.Conversion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;

/**
 * A filter or condition in the source's notation: component names stand for attributes, {@code
 * :name} for parameters. Attribute names are replaced by placeholders, so that none is a reserved
 * word.
 *
 * @param text the expression with placeholders, without parentheses around all of it
 * @param grouped whether the source has parentheses around all of it, which make it a single term
 * @param names attribute names by placeholder
 * @param values the parameters in the expression
 * @param compared the component, or the part of one, that a parameter is compared with, if known
 * @param components the components in the expression
 */
record Filter(
    String text,
    boolean grouped,
    Map<String, String> names,
    Set<String> values,
    Map<String, Compared> compared,
    Set<String> components) {
  /** A component, or a part of one, by its name in the source. */
  record Compared(String name, Conversion conversion) {}

  static final Filter NONE = new Filter("", false, Map.of(), Set.of(), Map.of(), Set.of());

  private static final Set<String> WORDS =
      Set.of(
          "AND",
          "OR",
          "NOT",
          "BETWEEN",
          "IN",
          "ATTRIBUTE_EXISTS",
          "ATTRIBUTE_NOT_EXISTS",
          "ATTRIBUTE_TYPE",
          "BEGINS_WITH",
          "CONTAINS",
          "SIZE");
  private static final Pattern PLACEHOLDER = Pattern.compile("[#:]\\w+");
  private static final Pattern TOKEN =
      Pattern.compile(":[A-Za-z_]\\w*|[A-Za-z_]\\w*|[^A-Za-z_:\\s]+|\\s+|:");

  /**
   * Parses an expression over the components of these entities, and checks its syntax and the types
   * of its values, which are parameters of the method.
   */
  static Filter parse(
      String text,
      List<EntityModel> entities,
      ExecutableElement method,
      Types types,
      Conversions conversions) {
    return parse(text, entities, method, Argument.of(method), types, conversions);
  }

  /** Parses an expression whose values are these arguments. */
  static Filter parse(
      String text,
      List<EntityModel> entities,
      Element where,
      List<Argument> arguments,
      Types types,
      Conversions conversions) {
    Filter filter = rewrite(text, entities, where, types, conversions);
    if (!text.isEmpty()) {
      new FilterCheck(text, filter, entities, where).check(arguments, types, conversions);
    }
    return filter;
  }

  /**
   * The terms that AND connects outside of parentheses, each with its own names and values. An
   * expression with OR outside of parentheses is a single term.
   */
  List<Filter> terms() {
    if (grouped) {
      return List.of(this);
    }
    return FilterTerms.of(text).stream()
        .map(term -> {
          var used = new LinkedHashMap<String, String>();
          var given = new LinkedHashSet<String>();
          Matcher placeholders = PLACEHOLDER.matcher(term);
          while (placeholders.find()) {
            String placeholder = placeholders.group();
            if (placeholder.startsWith(":")) {
              given.add(placeholder.substring(1));
            } else {
              used.put(placeholder, String.valueOf(names.get(placeholder)));
            }
          }
          return new Filter(term, true, used, given, compared, components);
        })
        .toList();
  }

  private static Filter rewrite(
      String text,
      List<EntityModel> entities,
      Element where,
      Types types,
      Conversions conversions) {
    var rewritten = new StringBuilder();
    var names = new LinkedHashMap<String, String>();
    var inner = new HashMap<String, String>();
    var values = new LinkedHashSet<String>();
    var compared = new HashMap<String, Compared>();
    var components = new LinkedHashSet<String>();
    FilterPath path = null;
    boolean nested = false;
    boolean between = false;
    Matcher tokens = TOKEN.matcher(text);
    while (tokens.find()) {
      String token = tokens.group();
      char first = token.charAt(0);
      String written = token;
      if (first == ':') {
        if (token.length() == 1) {
          throw new Problem(where, text, "in \"" + text + "\" a colon is not followed by a name");
        }
        values.add(token.substring(1));
        if (path != null) {
          path.compared().ifPresent(one -> compared.putIfAbsent(token.substring(1), one));
        }
      } else if (!Character.isLetter(first) && first != '_') {
        nested = token.endsWith(".") && path != null;
        if (first == '[' && path != null) {
          path.elements(token);
        }
      } else if (WORDS.contains(token.toUpperCase(Locale.ROOT)) && !nested) {
        boolean bounds = between && token.equalsIgnoreCase("AND");
        if (!bounds && (token.equalsIgnoreCase("AND") || token.equalsIgnoreCase("OR"))) {
          path = null;
        }
        between = token.equalsIgnoreCase("BETWEEN") || (between && !bounds);
      } else if (nested && path != null) {
        path.name(token);
        // The same name can stand for different attributes, in the item and within its components.
        written = inner.computeIfAbsent(path.attribute(), name -> "#0in" + inner.size());
        names.put(written, path.attribute());
        nested = false;
      } else {
        path = new FilterPath(token, text, entities, where, types, conversions);
        components.add(token);
        written = "#" + token;
        names.put(written, path.attribute());
      }
      rewritten.append(written);
    }
    String whole = rewritten.toString().strip();
    String bare = FilterTerms.bare(whole);
    return new Filter(bare, !bare.equals(whole), names, values, compared, components);
  }
}
