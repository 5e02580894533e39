package dev.gramme.toolkit.workbench;

import dev.gramme.toolkit.schema.EntitySchema;

/**
 * Between templates of keys and the aliases of facets. People write what a key looks like into an
 * alias ({@code MEMBER#id}); its words in capitals are taken for literal ones, the others for
 * fields.
 */
final class Aliases {
  private static final String LITERAL = "[A-Z0-9_-]*";

  private Aliases() {}

  /** The template that an alias means; the key's own name means any value. */
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
