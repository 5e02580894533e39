package dev.gramme.toolkit.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The key condition of a read in a readable notation. */
final class KeyCondition {
  private KeyCondition() {}

  static String text(
      TableModel table, List<EntityModel> kinds, String index, Parameters parameters) {
    var terms = new ArrayList<String>();
    EntityModel first = kinds.get(0);
    List<TableModel.KeyAttribute> partition = table.partition(index);
    for (int i = 0; i < partition.size(); i++) {
      terms.add(partition.get(i).name() + " = " + first.partition(index).get(i).text());
    }
    List<TableModel.KeyAttribute> sort = table.sort(index);
    if (kinds.size() > 1 && sort.size() > 1) {
      return String.join(" AND ", terms); // several kinds have no common sort key of several parts
    }
    for (int i = 0; i < sort.size(); i++) {
      int at = i;
      List<Template> templates = kinds.stream().map(kind -> kind.sort(index).get(at)).toList();
      sort(sort.get(i).name(), templates, parameters).ifPresent(terms::add);
    }
    return String.join(" AND ", terms);
  }

  private static Optional<String> sort(
      String attribute, List<Template> templates, Parameters parameters) {
    Template first = templates.get(0);
    if (templates.size() == 1) {
      if (parameters.equal().containsAll(first.fields())) {
        return Optional.of(attribute + " = " + first.text());
      }
      if (parameters.partial().isPresent() && first.fields().contains(parameters.partial().get())) {
        String common = KeyText.common(templates, parameters.equal());
        String field = "{" + parameters.partial().get() + "}";
        return Optional.of(
            parameters.range()
                ? attribute + " BETWEEN " + common + field + " AND " + common + field
                : "begins_with(" + attribute + ", " + common + field + ")");
      }
    }
    String common = KeyText.common(templates, parameters.equal());
    return common.isEmpty()
        ? Optional.empty()
        : Optional.of("begins_with(" + attribute + ", " + common + ")");
  }
}
