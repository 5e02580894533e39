package dev.gramme.api.access;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableReference;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Structure;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells the accesses of a request: names resources by their ARNs, and knows the tables, whose
 * definitions say which attributes are keys.
 *
 * <p>Where a table exists, its ARN is made from its definition and not from what the request says:
 * otherwise a request that was signed for another region, and is answered all the same, would name
 * a table that no policy speaks of.
 */
public final class AccessScope {
  private static final int ARN_PARTS = 6;
  private static final String TABLE = "table/";

  /**
   * Members that name what an operation is about; the first that a request has counts. Tables come
   * first: what sends a table's changes to a stream of Kinesis names both.
   */
  private static final List<String> TABLE_MEMBERS =
      List.of("TableName", "TableArn", "SourceTableArn", "SourceTableName");

  private static final List<String> ARN_MEMBERS =
      List.of("ResourceArn", "StreamArn", "BackupArn", "ExportArn", "ImportArn");

  /** Operations on the account: IAM knows no resources of theirs. */
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
   * Gathers what depends on the definition of a table or index. An error in that is not thrown: it
   * would say which tables, indexes and key attributes exist. It is kept until the request has been
   * allowed by what else is known of it.
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

  /** A scope for parts of the request that fail one by one, and whose errors are not kept. */
  public AccessScope ofParts() {
    return new AccessScope(catalog, caller);
  }

  /** Who asks. */
  public Caller caller() {
    return caller;
  }

  /** A table by name or ARN. */
  Optional<TableDefinition> table(String reference) {
    return catalog.find(TableReference.name(reference, caller));
  }

  /** The ARN of a table by name or ARN; it need not exist. */
  public String tableArn(String reference) {
    if (TableReference.isArn(reference)) {
      return arn(reference);
    }
    return catalog
        .find(reference)
        .map(table -> TableReference.arn(table, caller))
        .orElseGet(() -> TableReference.arn(reference, caller));
  }

  /** The ARN of a table, or of what belongs to one, in the region of the table. */
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
        .map(table -> TableReference.arn(table, caller) + (slash < 0 ? "" : rest.substring(slash)))
        .orElse(given);
  }

  /** An access to items of a table. */
  public ItemAccess items(String action, String reference) {
    return new ItemAccess(this, action, reference);
  }

  /** The access of an operation that is about what its request names. */
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
