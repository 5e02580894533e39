package dev.gramme.toolkit.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds the kinds of items in the range of a read. Items of kinds that the method does not return
 * are read and paid for, too.
 */
final class InRange {
  private InRange() {}

  /** The kinds of items that a read of some kinds can find. */
  static List<EntityModel> kinds(
      TableModel table, List<EntityModel> wanted, String index, boolean scan, Set<String> equal) {
    var found = new ArrayList<EntityModel>();
    for (EntityModel kind : table.entities()) {
      boolean inIndex = index.isEmpty() || kind.index(index).isPresent();
      if (wanted.contains(kind)
          || (inIndex && (scan || isBetween(table, kind, wanted, index, equal)))) {
        found.add(kind);
      }
    }
    return found;
  }

  private static boolean isBetween(
      TableModel table,
      EntityModel kind,
      List<EntityModel> wanted,
      String index,
      Set<String> equal) {
    EntityModel first = wanted.get(0);
    List<Template> partition = first.partition(index);
    List<TableModel.KeyAttribute> keys = table.partition(index);
    for (int i = 0; i < partition.size(); i++) {
      String type = keys.get(i).type();
      if (!KeyTypes.template(first, partition.get(i), type)
          .canEqual(KeyTypes.template(kind, kind.partition(index).get(i), type))) {
        return false;
      }
    }
    List<Template> sort = first.sort(index);
    if (sort.isEmpty()) {
      return true;
    }
    boolean whole = wanted.size() == 1 && equal.containsAll(sort.get(0).fields());
    if (whole && sort.size() == 1) {
      return false; // exactly one key, which no other kind can have
    }
    String common =
        KeyText.common(wanted.stream().map(one -> one.sort(index).get(0)).toList(), equal);
    return canBegin(kind.sort(index).get(0), start(common));
  }

  /** The literal text before the first field. */
  private static String start(String template) {
    int field = template.indexOf('{');
    return field < 0 ? template : template.substring(0, field);
  }

  /** Whether the key of a template can begin with a text; compares the literal beginnings. */
  private static boolean canBegin(Template template, String text) {
    String own = start(template.text());
    boolean more = own.length() < template.text().length();
    return own.startsWith(text) || (more && text.startsWith(own));
  }
}
