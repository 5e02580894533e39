package dev.gramme.api.updatetable;

import dev.gramme.api.table.EncryptionRules;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.TableClassRules;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.SseSpecificationShape;
import dev.gramme.api.table.TableShapes.StreamSpecificationShape;
import dev.gramme.api.table.Unsupported;
import dev.gramme.api.updatetable.UpdateTableShape.Delete;
import dev.gramme.api.updatetable.UpdateTableShape.IndexUpdate;
import dev.gramme.api.updatetable.UpdateTableShape.Update;
import dev.gramme.model.ApiError;
import dev.gramme.model.BillingMode;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules that UpdateTable applies after its constraints (October 2026): first those of the
 * request alone, then, if the table exists, those that depend on the table, then limits. It is
 * uncertain whether the service really checks the former before the table's existence.
 */
final class UpdateTableRules {

  private UpdateTableRules() {}

  /** The rules that do not depend on the table. */
  static void checkRequest(Structure input) {
    Unsupported.refuseAccounts(input, UpdateTableShape.OTHER_ACCOUNTS);
    checkNotEmpty(input);
    if (ReplicaRules.concern(input)) {
      ReplicaRules.checkRequest(input);
      return;
    }
    List<Structure> updates = input.get(UpdateTableShape.INDEX_UPDATES);
    if (updates != null) {
      checkElements(updates);
    }
    VectorActions.checkElements(input);
    EncryptionRules.check(input.get(UpdateTableShape.SSE));
    TableClassRules.check(input.get(UpdateTableShape.TABLE_CLASS));
    checkAlone(input);
  }

  /** A request must change something; an empty list of index updates alone changes nothing. */
  private static void checkNotEmpty(Structure input) {
    boolean something =
        ReplicaRules.changeReplicas(input)
            || !input.getOrDefault(UpdateTableShape.INDEX_UPDATES, List.of()).isEmpty()
            || Stream.of(
                    UpdateTableShape.PROVISIONED_THROUGHPUT,
                    UpdateTableShape.BILLING_MODE,
                    UpdateTableShape.STREAM,
                    UpdateTableShape.VECTOR_INDEX_UPDATES,
                    UpdateTableShape.DELETION_PROTECTION,
                    UpdateTableShape.ON_DEMAND,
                    UpdateTableShape.WARM,
                    UpdateTableShape.SSE,
                    UpdateTableShape.TABLE_CLASS)
                .anyMatch(input::has);
    if (!something) {
      // The text omits MultiRegionConsistency if the request contains it (October 2026).
      throw ApiError.validation(
          "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
              + " GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates,"
              + " MultiAccountReplicaReady, ReplicaTransitRoleArn, "
              + (input.has(ReplicaShapes.CONSISTENCY) ? "" : "MultiRegionConsistency, ")
              + "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is"
              + " required");
    }
  }

  private static void checkElements(List<Structure> updates) {
    if (updates.isEmpty()) {
      throw InvalidParameters.of("List of GlobalSecondaryIndexUpdates is empty");
    }
    for (Structure update : updates) {
      long actions =
          Stream.of(IndexUpdate.UPDATE, IndexUpdate.CREATE, IndexUpdate.DELETE)
              .filter(update::has)
              .count();
      if (actions == 0) {
        throw InvalidParameters.of(
            "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create,"
                + " GlobalSecondaryIndexUpdate.Delete must not be null");
      }
      if (actions > 1) {
        throw InvalidParameters.of(
            "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate"
                + " object");
      }
      checkWarm(update.get(IndexUpdate.UPDATE));
    }
  }

  private static void checkWarm(@Nullable Structure update) {
    Structure warm = update == null ? null : update.get(Update.WARM);
    if (update != null && warm != null && warm.isEmpty()) {
      throw InvalidParameters.of(
          "WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond"
              + " specified for index: "
              + update.require(Update.INDEX_NAME));
    }
  }

  /** Whether a member is present and not empty: next to other members, {} counts as absent. */
  private static boolean hasContent(Structure input, Member<Structure> member) {
    Structure value = input.get(member);
    return value != null && !value.isEmpty();
  }

  /** Refuses combinations of changes that must be made separately. */
  private static void checkAlone(Structure input) {
    var actions = IndexActions.of(input);
    boolean throughput = input.has(UpdateTableShape.PROVISIONED_THROUGHPUT);
    boolean billing = input.has(UpdateTableShape.BILLING_MODE);
    boolean stream = input.has(UpdateTableShape.STREAM);
    boolean vectors = input.has(UpdateTableShape.VECTOR_INDEX_UPDATES);
    boolean indexes = input.has(UpdateTableShape.INDEX_UPDATES) || vectors;
    boolean changesIndexes = actions.changeIndexes() || vectors;
    boolean onDemand = hasContent(input, UpdateTableShape.ON_DEMAND);
    boolean warm = hasContent(input, UpdateTableShape.WARM);
    boolean tableClass = input.has(UpdateTableShape.TABLE_CLASS);
    boolean protection = input.has(UpdateTableShape.DELETION_PROTECTION);
    boolean basic = throughput || billing || stream || indexes;
    if (input.has(UpdateTableShape.SSE)
        && (basic || onDemand || warm || tableClass || protection)) {
      throw InvalidParameters.of(
          "Server-Side Encryption modification must be the only operation in the request");
    }
    if (tableClass && (basic || onDemand || warm || protection)) {
      throw InvalidParameters.of(
          "TableClass modification must be the only operation in the request");
    }
    if (protection && (basic || onDemand || warm)) {
      throw InvalidParameters.of(
          "DeletionProtection modification must be the only operation in the request");
    }
    if (warm && !actions.creates().isEmpty()) {
      throw InvalidParameters.of(
          "Create global secondary index cannot be specified when updating WarmThroughput");
    }
    if (warm && (basic || onDemand)) {
      throw InvalidParameters.of("WarmThroughput must be the only operation in the request");
    }
    if (onDemand && (throughput || stream || indexes)) {
      throw InvalidParameters.of(
          "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
    }
    boolean units = throughput || actions.changeThroughput();
    if (stream && units) {
      throw InvalidParameters.of("You cannot modify stream status while updating table IOPS");
    }
    if (changesIndexes && throughput) {
      throw InvalidParameters.of("You cannot create or delete index while updating table IOPS");
    }
    if (changesIndexes && stream) {
      throw InvalidParameters.of("You cannot create or delete index while changing stream status");
    }
  }

  /**
   * Checks that the request contains provisioned throughput if and only if the billing mode
   * requires it.
   */
  static void checkBilling(
      Structure input, TableDefinition table, BillingMode mode, IndexActions actions) {
    boolean given = input.has(UpdateTableShape.PROVISIONED_THROUGHPUT);
    if (mode == BillingMode.PROVISIONED && table.features().isGlobal()) {
      throw ApiError.validation(
          "Table write capacity should either be Pay-Per-Request or AutoScaled.");
    }
    if (mode == BillingMode.PAY_PER_REQUEST) {
      if (given) {
        throw InvalidParameters.of(
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                + " PAY_PER_REQUEST");
      }
      if (table.capacity().billingMode() == mode) {
        return;
      }
      for (Structure update : actions.updates()) {
        if (update.has(Update.PROVISIONED_THROUGHPUT)) {
          throw InvalidParameters.of(
              "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: "
                  + update.require(Update.INDEX_NAME)
                  + " when BillingMode is PAY_PER_REQUEST");
        }
      }
      return;
    }
    if (input.has(UpdateTableShape.BILLING_MODE) && !given) {
      throw InvalidParameters.of(
          "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    }
    if (table.capacity().billingMode() == BillingMode.PAY_PER_REQUEST) {
      checkAllIndexesProvisioned(table, actions);
    }
  }

  private static void checkAllIndexesProvisioned(TableDefinition table, IndexActions actions) {
    Set<String> provisioned = new HashSet<>();
    for (Structure update : actions.updates()) {
      if (update.has(Update.PROVISIONED_THROUGHPUT)) {
        provisioned.add(update.require(Update.INDEX_NAME));
      }
    }
    for (GlobalIndex index : table.globalIndexes()) {
      if (!provisioned.contains(index.name())) {
        throw InvalidParameters.of(
            "ProvisionedThroughput must be specified for index: " + index.name());
      }
    }
  }

  /** Checks that the actions on indexes are valid for the table. */
  static void checkIndexActions(
      Structure input, TableDefinition table, BillingMode mode, IndexActions actions) {
    Set<String> seen = new HashSet<>();
    for (String name : actions.names()) {
      if (!seen.add(name)) {
        throw InvalidParameters.of(
            "Only one global secondary index update per index is allowed simultaneously. Index: "
                + name);
      }
    }
    if (actions.creates().size() + actions.deletes().size() > 1) {
      throw StateRules.oneIndexAtATime();
    }
    for (Structure create : actions.creates()) {
      String name = create.require(GlobalSecondaryIndex.INDEX_NAME);
      if (table.index(name).isPresent() || table.vectorIndex(name).isPresent()) {
        throw ApiError.validation("Attempting to create an index which already exists");
      }
      if (input.getOrDefault(UpdateTableShape.ATTRIBUTE_DEFINITIONS, List.of()).isEmpty()) {
        throw InvalidParameters.of("AttributeDefinitions is not specified for index: " + name);
      }
    }
    for (Structure delete : actions.deletes()) {
      String name = delete.require(Delete.INDEX_NAME);
      if (table.index(name).orElse(null) instanceof LocalIndex) {
        throw ApiError.validation(
            "Cannot delete an index that is not a GlobalSecondaryIndex: " + name);
      }
      requireIndex(table, name);
    }
    for (Structure update : actions.updates()) {
      checkUpdate(update, table, mode);
    }
  }

  private static void checkUpdate(Structure update, TableDefinition table, BillingMode mode) {
    String name = update.require(Update.INDEX_NAME);
    if (table.index(name).orElse(null) instanceof LocalIndex) {
      throw ApiError.validation(
          "Cannot update an index that is not a GlobalSecondaryIndex: " + name);
    }
    requireIndex(table, name);
    boolean onDemand = hasContent(update, Update.ON_DEMAND) || update.has(Update.WARM);
    if (mode == BillingMode.PAY_PER_REQUEST
        && table.capacity().billingMode() == mode
        && (update.has(Update.PROVISIONED_THROUGHPUT) || !onDemand)) {
      throw InvalidParameters.of(
          "The only Updates for index: "
              + name
              + " when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput,"
              + " WarmThroughput");
    }
  }

  /**
   * Refuses a customer managed key for a table with replicas: each replica has its own key, which a
   * replica update changes.
   */
  static void checkEncryption(Structure input, TableDefinition table) {
    Structure encryption = input.get(UpdateTableShape.SSE);
    if (encryption != null
        && table.features().isGlobal()
        && encryption.has(SseSpecificationShape.KMS_MASTER_KEY_ID)) {
      throw ApiError.validation(
          "Invalid operation: Customer Managed CMKs on Global Table Version 2019.11.21 replicas"
              + " cannot be updated through SSESpecification parameter and can only be updated"
              + " through ReplicaUpdates parameter");
    }
  }

  static void requireIndex(TableDefinition table, String name) {
    if (table.globalIndex(name).isEmpty()) {
      throw ApiError.of(
          ErrorType.RESOURCE_NOT_FOUND,
          "Requested resource not found: Index " + name + " for table " + table.name());
    }
  }

  /** Checks that the stream can be enabled or disabled as requested. */
  static void checkStream(Structure stream, TableDefinition table) {
    boolean enable = stream.require(StreamSpecificationShape.STREAM_ENABLED);
    boolean typed = stream.has(StreamSpecificationShape.STREAM_VIEW_TYPE);
    if (enable && !typed) {
      throw InvalidParameters.of("If stream is being enabled then UpdateViewType is required");
    }
    if (!enable && typed) {
      throw InvalidParameters.of(
          "If stream is being disabled, then UpdateViewType must not be specified");
    }
    if (enable && table.features().stream() != null) {
      throw ApiError.validation("Table already has an enabled stream: TableName: " + table.name());
    }
    if (!enable && table.features().isGlobal()) {
      throw InvalidParameters.of("Disabling Stream is not allowed for a Global Table replica.");
    }
    if (!enable && table.features().stream() == null) {
      throw ApiError.validation("Table has no stream to disable: TableName: " + table.name());
    }
  }
}
