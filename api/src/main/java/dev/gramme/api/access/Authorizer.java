package dev.gramme.api.access;

import dev.gramme.api.Caller;
import dev.gramme.api.PreparedRequest;
import dev.gramme.auth.policy.Access;
import dev.gramme.auth.policy.Decision;
import dev.gramme.auth.policy.Policy;
import dev.gramme.auth.policy.PolicyException;
import dev.gramme.auth.policy.Requester;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides whether a request is allowed, by the policies of the caller and of the tables and streams
 * that the request accesses.
 */
public final class Authorizer {
  private static final int MOST_POLICIES = 1024;

  /**
   * A resource that can have a policy: a table, whose policy also covers its indexes, or one of its
   * streams.
   */
  private static final Pattern RESOURCE =
      Pattern.compile(
          "arn:aws:dynamodb:[^:]*:[^:]*:table/(?<table>[^/]+)"
              + "(?:/index/[^/]+|/stream/(?<stream>[^/]+))?");

  private final Catalog catalog;
  private final ResourcePolicies policies;
  private final Map<String, Policy> read = new ConcurrentHashMap<>();

  public Authorizer(Catalog catalog, ResourcePolicies policies) {
    this.catalog = catalog;
    this.policies = policies;
  }

  /**
   * Authorizes a request and reports each decision.
   *
   * @param decided is called with each access and its decision, in order; the first denied access
   *     that the whole request depends on ends the evaluation
   * @return the errors of the parts that are not allowed, by their numbers; usually empty
   * @throws ApiError an AccessDeniedException if the whole request is denied, or the error of an
   *     invalid request
   */
  public Map<Integer, ApiError> check(
      Requester requester,
      PreparedRequest request,
      Caller caller,
      BiConsumer<Access, Decision> decided) {
    var scope = new AccessScope(catalog, caller);
    var denied = new TreeMap<Integer, ApiError>();
    for (Access access : request.accesses(scope)) {
      Decision decision = decide(requester, access);
      decided.accept(access, decision);
      if (decision != Decision.ALLOWED) {
        var error =
            ApiError.of(ErrorType.ACCESS_DENIED, decision.text(requester.principal(), access));
        if (access.part() == Access.WHOLE) {
          throw error;
        }
        denied.put(access.part(), error);
      }
    }
    Optional<ApiError> fault = scope.fault();
    if (fault.isPresent()) {
      throw fault.get();
    }
    return denied;
  }

  private Decision decide(Requester requester, Access access) {
    Matcher resource = RESOURCE.matcher(access.resource());
    Optional<TableDefinition> table =
        resource.matches() ? catalog.find(resource.group("table")) : Optional.empty();
    if (table.isEmpty()) {
      return requester.decide(access, Optional.empty(), Map.of());
    }
    String stream = resource.group("stream");
    Optional<Policy> policy =
        policies
            .find(table.get(), stream == null ? ResourcePolicies.TABLE : stream)
            .map(attached -> policy(attached.document()));
    return requester.decide(access, policy, table.get().properties().tags());
  }

  /**
   * Parses a policy document. Parsed policies are cached, because requests mostly use the same
   * documents.
   */
  private Policy policy(String document) {
    Policy known = read.get(document);
    if (known != null) {
      return known;
    }
    if (read.size() >= MOST_POLICIES) {
      read.clear();
    }
    try {
      Policy policy = Policy.attached(document);
      read.put(document, policy);
      return policy;
    } catch (PolicyException e) {
      throw new IllegalStateException("a policy was attached that is none", e);
    }
  }
}
