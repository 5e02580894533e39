package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.Shard;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * A field of the partition key of which several values are read at once.
 *
 * @param values the expression of the values
 * @param partitions how many there are, or are taken to be
 */
record Merged(String field, String values, int partitions) {
  /** How many partitions a List of values is taken for where only a number will do. */
  private static final int PARTITIONS_OF_A_LIST = 10;

  /** The field of a List of values, or the shard that was left out. */
  static Optional<Merged> of(
      List<EntityModel> kinds, Set<String> partition, Parameters parameters) {
    if (parameters.many().isPresent()) {
      String field = parameters.many().get();
      return Optional.of(new Merged(field, field, PARTITIONS_OF_A_LIST));
    }
    for (String field : partition) {
      Shard shard =
          kinds.getFirst().component(field).orElseThrow().element().getAnnotation(Shard.class);
      if (shard != null && !parameters.equal().contains(field)) {
        String all = "new dev.gramme.toolkit.page.Shards(" + shard.value() + ").all()";
        return Optional.of(new Merged(field, all, shard.value()));
      }
    }
    return Optional.empty();
  }

  /** What a merge needs. */
  static void check(
      ExecutableElement method,
      List<EntityModel> kinds,
      String resultCall,
      boolean limited,
      boolean sorted,
      List<String> distinct) {
    if (kinds.size() > 1) {
      throw new Problem(method, "several partitions are read for one kind of item only");
    }
    if (!resultCall.equals("page") && !resultCall.equals("list")) {
      throw new Problem(method, "what is read of several partitions comes as a Page or a List");
    }
    if (!limited) {
      throw new Problem(method, "what is read of several partitions needs a limit");
    }
    if (!sorted) {
      throw new Problem(method, "several partitions are merged by their sort keys; there is none");
    }
    for (String component : distinct) {
      if (kinds.getFirst().component(component).isEmpty()) {
        throw new Problem(
            method, component + " is no component of " + kinds.getFirst().simpleName());
      }
    }
  }
}
