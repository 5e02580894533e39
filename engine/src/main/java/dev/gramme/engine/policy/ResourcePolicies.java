package dev.gramme.engine.policy;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.TableSettings;
import dev.gramme.engine.catalog.TableSettings.Kind;
import dev.gramme.engine.catalog.TransactionSideEffect;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The resource policies. A table has one, and each of its streams has one; statements about indexes
 * are part of their table's policy. This class only stores the policies; the server evaluates them.
 */
public final class ResourcePolicies {
  /** The slot of the table's policy; the slot of a stream's policy is the stream's label. */
  public static final String TABLE = "";

  /** As an expected revision: requires that no policy exists yet. */
  private static final String NO_POLICY = "NO_POLICY";

  private final Store store;
  private final Catalog catalog;
  private final InstantSource clock;

  public ResourcePolicies(Store store, Catalog catalog, InstantSource clock) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
  }

  /** The policy in a slot. */
  public Optional<ResourcePolicy> find(TableDefinition table, String slot) {
    return Optional.ofNullable(read(store, table, slot));
  }

  /**
   * Attaches a policy, or replaces the existing one. Attaching an equal document changes nothing.
   *
   * @param expected the revision that the existing policy must have, {@code NO_POLICY} if there
   *     must be none, null to skip the check
   * @return the attached policy; fails with PolicyNotFoundException if the revision is not the
   *     expected one, or with ResourceNotFoundException
   */
  public CompletableFuture<ResourcePolicy> put(
      String name, String slot, String document, @Nullable String expected) {
    return store.transact(tx -> {
      TableDefinition table = catalog.existing(tx, name);
      ResourcePolicy before = read(tx, table, slot);
      check(table, before, expected);
      if (before != null && before.document().equals(document)) {
        return before;
      }
      var policy = new ResourcePolicy(document, revisionAfter(before));
      TableSettings.put(tx, table.number(), Kind.RESOURCE_POLICY, slot, policy.encode());
      return policy;
    });
  }

  /** Attaches a policy in the transaction that creates the table. */
  public static TransactionSideEffect attached(String document, Instant now) {
    var policy = new ResourcePolicy(document, Long.toString(now.toEpochMilli()));
    return (tx, table) ->
        TableSettings.put(tx, table.number(), Kind.RESOURCE_POLICY, TABLE, policy.encode());
  }

  /**
   * Removes a policy.
   *
   * @return the removed policy, if there was one; fails like {@link #put}
   */
  public CompletableFuture<Optional<ResourcePolicy>> delete(
      String name, String slot, @Nullable String expected) {
    return store.transact(tx -> {
      TableDefinition table = catalog.existing(tx, name);
      ResourcePolicy before = read(tx, table, slot);
      check(table, before, expected);
      TableSettings.remove(tx, table.number(), Kind.RESOURCE_POLICY, slot);
      return Optional.ofNullable(before);
    });
  }

  private static @Nullable ResourcePolicy read(Reader reader, TableDefinition table, String slot) {
    Item document = TableSettings.get(reader, table.number(), Kind.RESOURCE_POLICY, slot);
    return document == null ? null : ResourcePolicy.decode(document);
  }

  /** The revision is the time of the change, and always higher than the previous revision. */
  private String revisionAfter(@Nullable ResourcePolicy before) {
    long now = clock.millis();
    return Long.toString(
        before == null ? now : Math.max(now, Long.parseLong(before.revision()) + 1));
  }

  private static void check(
      TableDefinition table, @Nullable ResourcePolicy before, @Nullable String expected) {
    if (expected == null) {
      return;
    }
    if (before == null) {
      if (!expected.equals(NO_POLICY)) {
        throw notAsExpected(
            "Requested update for policy with revision id "
                + expected
                + ", but table "
                + table.name()
                + " has no associated policy.");
      }
    } else if (expected.equals(NO_POLICY)) {
      throw notAsExpected(
          "Requested policy update expecting none to be present for table "
              + table.name()
              + ", but a policy exists with revision id "
              + before.revision()
              + ".");
    } else if (!expected.equals(before.revision())) {
      throw notAsExpected(
          "Requested update for policy with revision id "
              + expected
              + ", but the policy associated to target table "
              + table.name()
              + " has revision id "
              + before.revision()
              + ".");
    }
  }

  private static ApiError notAsExpected(String text) {
    return ApiError.of(
        ErrorType.POLICY_NOT_FOUND,
        "Resource-based policy not found for the provided ResourceArn: " + text);
  }
}
