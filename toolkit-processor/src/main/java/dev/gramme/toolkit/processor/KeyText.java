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
    List<Template.Part> common = upTo(templates.get(0).parts(), fields);
    for (Template template : templates.subList(1, templates.size())) {
      common = shared(common, upTo(template.parts(), fields));
    }
    var text = new StringBuilder();
    common.forEach(part -> text.append(part.source()));
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
      if (one.get(i) instanceof Template.Literal first
          && two.get(i) instanceof Template.Literal second) {
        String beginning = shared(first.text(), second.text());
        if (!beginning.isEmpty()) {
          shared.add(new Template.Literal(beginning));
        }
      }
      break;
    }
    return shared;
  }

  private static String shared(String one, String two) {
    int same = 0;
    while (same < Math.min(one.length(), two.length()) && one.charAt(same) == two.charAt(same)) {
      same++;
    }
    return one.substring(0, same);
  }
}
