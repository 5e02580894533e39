package dev.gramme.api.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.gramme.api.Caller;
import dev.gramme.api.PreparedRequest;
import dev.gramme.auth.policy.Access;
import dev.gramme.auth.policy.Decision;
import dev.gramme.auth.policy.Policy;
import dev.gramme.auth.policy.PolicyException;
import dev.gramme.auth.policy.Requester;
import dev.gramme.engine.Engine;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request is allowed, by the policies of the caller and of the tables and streams
 * that the request accesses.
 */
public final class Authorizer {
  /**
   * A resource that can have a policy: a table, whose policy also covers its indexes, or one of its
   * streams.
   */
  private static final Pattern RESOURCE =
      Pattern.compile(
          "arn:aws:dynamodb:(?<region>[^:]*):[^:]*:table/(?<table>[^/]+)"
              + "(?:/index/[^/]+|/stream/(?<stream>[^/]+))?");

  private final Engine engine;

  public Authorizer(Engine engine) {
    this.engine = engine;
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
    var scope = new AccessScope(engine.catalog(), caller);
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

  /**
   * Decides with the policy and the tags of the resource in its region, if that region is in this
   * process.
   */
  private Decision decide(Requester requester, Access access) {
    Matcher resource = RESOURCE.matcher(access.resource());
    if (resource.matches()) {
      String region = resource.group("region");
      for (Engine there : engines(region)) {
        Optional<TableDefinition> table =
            there
                .catalog()
                .find(resource.group("table"))
                .filter(found -> found.region().equals(region));
        if (table.isPresent()) {
          return decide(requester, access, there, table.get(), resource.group("stream"));
        }
      }
    }
    return requester.decide(access, Optional.empty(), Map.of());
  }

  private static Decision decide(
      Requester requester,
      Access access,
      Engine engine,
      TableDefinition table,
      @Nullable String stream) {
    Optional<Policy> policy =
        engine
            .policies()
            .find(table, stream == null ? ResourcePolicies.TABLE : stream)
            .map(attached -> ParsedPolicies.of(attached.document()));
    return requester.decide(access, policy, table.properties().tags());
  }

  /** This engine, and that of a region, if it is another one. */
  private List<Engine> engines(String region) {
    return Stream.concat(Stream.of(engine), engine.ofRegion(region).stream()).toList();
  }

  /**
   * A cache of parsed policies, because requests mostly use the same documents. A class of its own,
   * so that a server without policies does not load the cache at its start.
   */
  private static final class ParsedPolicies {
    private static final int MAX_POLICIES = 1024;

    private static final Cache<String, Policy> CACHE =
        Caffeine.newBuilder().maximumSize(MAX_POLICIES).executor(Runnable::run).build();

    static Policy of(String document) {
      return CACHE.get(document, ParsedPolicies::parse);
    }

    private static Policy parse(String document) {
      try {
        return Policy.attached(document);
      } catch (PolicyException e) {
        throw new IllegalStateException("an attached policy is invalid", e);
      }
    }
  }
}
