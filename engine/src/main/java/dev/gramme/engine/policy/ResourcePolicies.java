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
 * The resource policies. A table has one and each of its streams one of its own; those of indexes
 * stand in their table's. They are kept here; who may do what by them is decided where requests are
 * let in.
 */
public final class ResourcePolicies {
  /** The slot of the table itself; a stream's is its label. */
  public static final String TABLE = "";

  /** As an expected revision: there must be no policy yet. */
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
   * Attaches a policy in the place of an earlier one. The same document changes nothing.
   *
   * @param expected the revision that the policy must have, {@code NO_POLICY} if there must be
   *     none, null if that does not matter
   * @return the policy as it is attached; fails with PolicyNotFoundException if it is not at that
   *     revision, or with ResourceNotFoundException
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

  /** A policy that a table has from its beginning. */
  public static TransactionSideEffect attached(String document, Instant now) {
    var policy = new ResourcePolicy(document, Long.toString(now.toEpochMilli()));
    return (tx, table) ->
        TableSettings.put(tx, table.number(), Kind.RESOURCE_POLICY, TABLE, policy.encode());
  }

  /**
   * Removes a policy.
   *
   * @return the policy that was removed, if there was one; fails as {@link #put} does
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

  /** Revisions are the times of changes, and never the same twice. */
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
