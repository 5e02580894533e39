package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * The fields of keys by which a read selects items, and their checks. A read of several kinds can
 * select them only by what their keys have in common.
 */
final class ReadKeys {
  private ReadKeys() {}

  /** One query can find several kinds only if their partition keys have the same template. */
  static void checkPartition(ExecutableElement method, List<EntityModel> kinds, String index) {
    EntityModel first = kinds.get(0);
    for (EntityModel kind : kinds) {
      if (!kind.partition(index).equals(first.partition(index))) {
        throw new Problem(
            method,
            kind.simpleName()
                + " is never in the same partition as "
                + first.simpleName()
                + ": their partition keys are "
                + texts(kind.partition(index))
                + " and "
                + texts(first.partition(index)));
      }
    }
    checkForm(method, kinds, fields(kinds, index, false));
  }

  private static String texts(List<Template> templates) {
    return String.join(", ", templates.stream().map(Template::text).toList());
  }

  static void checkSort(
      ExecutableElement method,
      List<EntityModel> kinds,
      String index,
      Set<String> partition,
      Parameters parameters) {
    List<String> order = new ArrayList<>(sortFields(kinds, index));
    boolean ended = false;
    for (String field : order) {
      boolean given =
          parameters.equal().contains(field) || parameters.partial().equals(Optional.of(field));
      if (given && ended) {
        throw new Problem(
            method,
            "the sort key starts with "
                + order
                + "; "
                + field
                + " can be selected only together with the fields before it");
      }
      ended |= !parameters.equal().contains(field);
    }
    if (kinds.size() > 1 && parameters.partial().isPresent()) {
      throw new Problem(
          method, "a range or prefix of the sort key requires a single kind of item; use @Query");
    }
    if (kinds.size() > 1) {
      order.removeAll(partition); // a field of the partition key selects items already
      checkCommon(method, kinds, index, order, parameters);
    }
    if (parameters.many().isPresent() && !partition.contains(parameters.many().get())) {
      throw new Problem(method, "only fields of the partition key can have several values");
    }
  }

  /** A field of the sort key selects items of several kinds only if it is in their common part. */
  private static void checkCommon(
      ExecutableElement method,
      List<EntityModel> kinds,
      String index,
      List<String> order,
      Parameters parameters) {
    String common = common(kinds, index, parameters);
    List<String> selected = common.isEmpty() ? List.of() : Template.parse(common, method).fields();
    for (String field : order) {
      if (parameters.equal().contains(field) && !selected.contains(field)) {
        throw new Problem(
            method,
            field
                + " selects nothing: the sort keys of the kinds have "
                + (common.isEmpty() ? "no text" : "only \"" + common + "\"")
                + " in common; filter by it, or use one @Query for each kind");
      }
    }
    checkForm(method, kinds, selected);
  }

  /** A value has the same text in the keys of several kinds only if its type is the same. */
  private static void checkForm(
      ExecutableElement method, List<EntityModel> kinds, Collection<String> fields) {
    EntityModel first = kinds.get(0);
    for (EntityModel kind : kinds) {
      for (String field : fields) {
        ComponentModel one = first.component(field).orElseThrow();
        ComponentModel other = kind.component(field).orElseThrow();
        if (!one.conversion().keyType().equals(other.conversion().keyType())) {
          throw new Problem(
              method,
              field
                  + " is of different types in the keys of "
                  + first.simpleName()
                  + " and "
                  + kind.simpleName()
                  + ", so one key cannot find both");
        }
      }
    }
  }

  /** The template of the common prefix; empty if the sort keys have none, or several attributes. */
  static String common(List<EntityModel> kinds, String index, Parameters parameters) {
    return kinds.get(0).sort(index).size() == 1
        ? KeyText.common(
            kinds.stream().map(kind -> kind.sort(index).get(0)).toList(), parameters.equal())
        : "";
  }

  /** The fields of the partition key, or of the whole key. */
  static Set<String> fields(List<EntityModel> kinds, String index, boolean whole) {
    var fields = new LinkedHashSet<String>();
    EntityModel first = kinds.get(0);
    first.partition(index).forEach(template -> fields.addAll(template.fields()));
    if (whole) {
      first.sort(index).forEach(template -> fields.addAll(template.fields()));
    }
    return fields;
  }

  /** The fields of the common prefix of all kinds' sort keys. */
  static List<String> sortFields(List<EntityModel> kinds, String index) {
    List<String> common = null;
    for (EntityModel kind : kinds) {
      var fields = new ArrayList<String>();
      kind.sort(index).forEach(template -> fields.addAll(template.fields()));
      if (common == null) {
        common = fields;
      } else {
        int same = 0;
        while (same < Math.min(common.size(), fields.size())
            && common.get(same).equals(fields.get(same))) {
          same++;
        }
        common = common.subList(0, same);
      }
    }
    return common == null ? List.of() : common;
  }
}
