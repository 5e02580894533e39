package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.Shard;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * A field of the partition key with several values in one read.
 *
 * @param values the expression of the values
 * @param partitions the number of partitions, which is an assumption for a List
 */
record Merged(String field, String values, int partitions) {
  /** The assumed number of partitions for a List of values, for estimates. */
  private static final int PARTITIONS_OF_A_LIST = 10;

  /** The field with a List of values, or the omitted shard. */
  static Optional<Merged> of(
      List<EntityModel> kinds, Set<String> partition, Parameters parameters) {
    if (parameters.many().isPresent()) {
      String field = parameters.many().get();
      return Optional.of(new Merged(field, field, PARTITIONS_OF_A_LIST));
    }
    for (String field : partition) {
      Shard shard =
          kinds.get(0).component(field).orElseThrow().element().getAnnotation(Shard.class);
      if (shard != null && !parameters.equal().contains(field)) {
        String digits = shard.digits() == 0 ? "" : ", " + shard.digits();
        String all = "new dev.gramme.toolkit.page.Shards(" + shard.value() + digits + ").all()";
        return Optional.of(new Merged(field, all, shard.value()));
      }
    }
    return Optional.empty();
  }

  /** Checks the requirements of a merge. */
  static void check(
      ExecutableElement method,
      List<EntityModel> kinds,
      String resultCall,
      boolean limited,
      boolean sorted,
      List<String> distinct) {
    if (kinds.size() > 1) {
      throw new Problem(method, "a read of several partitions supports only one kind of item");
    }
    if (!resultCall.equals("page") && !resultCall.equals("list")) {
      throw new Problem(method, "a read of several partitions must return a Page or a List");
    }
    if (!limited) {
      throw new Problem(method, "a read of several partitions needs a limit");
    }
    if (!sorted) {
      throw new Problem(
          method, "a read of several partitions merges them by their sort key; there is none");
    }
    for (String component : distinct) {
      if (kinds.get(0).component(component).isEmpty()) {
        throw new Problem(
            method, component + " is not a component of " + kinds.get(0).simpleName());
      }
    }
  }
}
