package dev.gramme.toolkit.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The common prefix of several entities' templates. */
final class KeyText {
  private KeyText() {}

  /**
   * The longest common prefix of all templates that contains only these fields.
   *
   * @param templates at least one
   */
  static String common(List<Template> templates, Set<String> fields) {
    List<Template.Part> common = upTo(templates.getFirst().parts(), fields);
    for (Template template : templates.subList(1, templates.size())) {
      common = shared(common, upTo(template.parts(), fields));
    }
    var text = new StringBuilder();
    common.forEach(part -> text.append(text(part)));
    return text.toString();
  }

  private static List<Template.Part> upTo(List<Template.Part> parts, Set<String> fields) {
    var leading = new ArrayList<Template.Part>();
    for (Template.Part part : parts) {
      if (part instanceof Template.Field field && !fields.contains(field.name())) {
        break;
      }
      leading.add(part);
    }
    return leading;
  }

  private static List<Template.Part> shared(List<Template.Part> one, List<Template.Part> two) {
    var shared = new ArrayList<Template.Part>();
    for (int i = 0; i < Math.min(one.size(), two.size()); i++) {
      if (one.get(i).equals(two.get(i))) {
        shared.add(one.get(i));
        continue;
      }
      if (one.get(i) instanceof Template.Literal(String first)
          && two.get(i) instanceof Template.Literal(String second)) {
        int same = 0;
        while (same < Math.min(first.length(), second.length())
            && first.charAt(same) == second.charAt(same)) {
          same++;
        }
        if (same > 0) {
          shared.add(new Template.Literal(first.substring(0, same)));
        }
      }
      break;
    }
    return shared;
  }

  private static String text(Template.Part part) {
    return switch (part) {
      case Template.Literal(String literal) -> literal;
      case Template.Field(String name, String form) ->
          "{" + name + (form.isEmpty() ? "" : ":" + form) + "}";
    };
  }
}
