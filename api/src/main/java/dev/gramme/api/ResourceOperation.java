package dev.gramme.api;

import dev.gramme.api.access.AccessScope;
import dev.gramme.auth.policy.Access;
import dev.gramme.wire.Structure;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * An operation whose accesses follow from the names in its request, such as those of a table or a
 * backup. Access is decided before the operation's rules are applied: a caller without permission
 * gets an AccessDeniedException even if the request is invalid.
 */
public interface ResourceOperation extends Operation {

  /** The accesses of a request, see {@link PreparedRequest#accesses}. */
  default List<Access> accesses(Structure input, AccessScope scope) {
    return List.of(scope.general(name(), input));
  }

  /** Applies the operation's rules and executes a request, see {@link PreparedRequest#execute}. */
  CompletionStage<Output> execute(Structure input, Caller caller);

  @Override
  default PreparedRequest prepare(Structure input, Caller caller) {
    return PreparedRequest.of(scope -> accesses(input, scope), () -> execute(input, caller));
  }
}
