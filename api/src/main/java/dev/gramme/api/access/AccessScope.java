package dev.gramme.api.access;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableReference;
import dev.gramme.auth.policy.Access;
import dev.gramme.auth.policy.ConditionKeys;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.Replica;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines the accesses of a request. It identifies resources by their ARNs, and looks up tables,
 * whose definitions determine which attributes are keys.
 *
 * <p>If a table exists, its ARN is derived from its definition and not from the request. Otherwise
 * a request that was signed for another region, which is answered nevertheless, would name a table
 * that no policy mentions.
 */
public final class AccessScope {
  private static final int ARN_PARTS = 6;
  private static final String TABLE = "table/";

  /**
   * Members that name the resource of an operation; the first one present in the request counts.
   * Table members come first, because a request on a Kinesis streaming destination names both the
   * table and the stream.
   */
  private static final List<String> TABLE_MEMBERS =
      List.of("TableName", "TableArn", "SourceTableArn", "SourceTableName");

  private static final List<String> ARN_MEMBERS =
      List.of("ResourceArn", "StreamArn", "BackupArn", "ExportArn", "ImportArn");

  /** Operations on the account, for which IAM defines no resources. */
  private static final Set<String> OF_ACCOUNT =
      Set.of(
          "DescribeEndpoints",
          "DescribeLimits",
          "ListBackups",
          "ListContributorInsights",
          "ListExports",
          "ListGlobalTables",
          "ListImports");

  private final Catalog catalog;
  private final Caller caller;
  private @Nullable ApiError fault;

  AccessScope(Catalog catalog, Caller caller) {
    this.catalog = catalog;
    this.caller = caller;
  }

  /**
   * Runs a check that depends on the definition of a table or index. An error of it is not thrown
   * immediately, since it would reveal which tables, indexes and key attributes exist. It is kept
   * until the rest of the request has been allowed.
   */
  public void byDefinition(Runnable gather) {
    try {
      gather.run();
    } catch (ApiError error) {
      if (fault == null) {
        fault = error;
      }
    }
  }

  /** The first error that was kept. */
  Optional<ApiError> fault() {
    return Optional.ofNullable(fault);
  }

  /** A scope for parts of the request that fail individually, and whose errors are not kept. */
  public AccessScope ofParts() {
    return new AccessScope(catalog, caller);
  }

  /** The caller of the request. */
  public Caller caller() {
    return caller;
  }

  /** A table by name or ARN. */
  Optional<TableDefinition> table(String reference) {
    return catalog.find(TableReference.name(reference, caller));
  }

  /** The ARN of a table given by name or ARN; the table need not exist. */
  public String tableArn(String reference) {
    if (TableReference.isArn(reference)) {
      return arn(reference);
    }
    return catalog
        .find(reference)
        .map(table -> TableReference.arn(table, caller))
        .orElseGet(() -> TableReference.arn(reference, caller));
  }

  /**
   * The ARN of a table or one of its subresources, in the region of the table, or in the caller's
   * region if there is no such table: some operations ignore the region in an ARN, so a client must
   * not choose with it which policies apply.
   */
  public String arn(String given) {
    String[] parts = given.split(":", ARN_PARTS);
    if (parts.length < ARN_PARTS || !parts[5].startsWith(TABLE)) {
      return given;
    }
    String rest = parts[5].substring(TABLE.length());
    int slash = rest.indexOf('/');
    String name = slash < 0 ? rest : rest.substring(0, slash);
    return catalog
        .find(name)
        .map(table -> TableReference.arn(table, caller))
        .orElseGet(() -> TableReference.arn(name, caller))
        .concat(slash < 0 ? "" : rest.substring(slash));
  }

  /** An access to the replica of a table, given by name or ARN, in another region. */
  public Access ofReplica(String action, String reference, String region) {
    return new Access(
        action,
        replicaArn(reference, region),
        Map.of(ConditionKeys.REQUESTED_REGION, List.of(region)));
  }

  /** A malformed ARN is returned as it is; the rules of the operation refuse it. */
  private String replicaArn(String reference, String region) {
    String arn = tableArn(reference);
    String[] parts = arn.split(":", ARN_PARTS);
    if (parts.length < ARN_PARTS) {
      return arn;
    }
    parts[3] = region;
    return String.join(":", parts);
  }

  /**
   * The other regions with a replica of a table, given by name or ARN; none if there is no such
   * table.
   */
  public List<String> replicaRegions(String reference) {
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    return catalog.find(name).stream()
        .flatMap(table -> table.features().replicas().stream())
        .map(Replica::region)
        .toList();
  }

  /** An access to items of a table. */
  public ItemAccess items(String action, String reference) {
    return new ItemAccess(this, action, reference);
  }

  /** The access of an operation on the resource that its request names. */
  public Access general(String operation, Structure input) {
    return Access.of(operation, resource(operation, input));
  }

  private String resource(String operation, Structure input) {
    if (OF_ACCOUNT.contains(operation)) {
      return Access.NO_RESOURCE;
    }
    for (String member : TABLE_MEMBERS) {
      Optional<String> reference = input.text(member);
      if (reference.isPresent()) {
        return tableArn(reference.get());
      }
    }
    for (String member : ARN_MEMBERS) {
      Optional<String> arn = input.text(member);
      if (arn.isPresent()) {
        return arn(arn.get());
      }
    }
    return input
        .text("GlobalTableName")
        .map(name -> "arn:aws:dynamodb::" + caller.account() + ":global-table/" + name)
        .orElseGet(() -> tableArn("*"));
  }
}
