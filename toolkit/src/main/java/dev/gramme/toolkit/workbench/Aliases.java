package dev.gramme.toolkit.workbench;

import dev.gramme.toolkit.schema.EntitySchema;

/**
 * Converts between key templates and the aliases of facets. An alias often shows the form of a key
 * ({@code MEMBER#id}): words in upper case are read as literals, others as fields.
 */
final class Aliases {
  private static final String LITERAL = "[A-Z0-9_-]*";

  private Aliases() {}

  /** The template for an alias; the name of the key attribute itself means any value. */
  static String template(String alias, String attribute) {
    if (alias.equals(attribute)) {
      return "{" + attribute + "}";
    }
    var template = new StringBuilder();
    String separator = "";
    for (String segment : alias.split("#", -1)) {
      template.append(separator);
      template.append(segment.matches(LITERAL) ? segment : "{" + segment + "}");
      separator = "#";
    }
    return template.toString();
  }

  /** The alias of an entity's key: its template without braces. */
  static String alias(EntitySchema entity, String attribute) {
    String template = entity.keys().get(attribute);
    return template == null ? attribute : template.replace("{", "").replace("}", "");
  }
}
