package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.entity.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateReplicationGroupMemberAction;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ReplicationGroupUpdate;

/** The deletions of expired items are free in one region and cost writes in all others. */
public final class ReplicaExpiry implements Pattern {
  private static final String HOME = "us-east-1";
  private static final String OTHER = "eu-west-1";
  private static final int SESSIONS = 8;
  private static final Duration LIFE = Duration.ofHours(1);

  /** Makes an item of more than one kilobyte, so that each write of it costs two units. */
  private static final String WEIGHT = "x".repeat(1_200);

  private static final long UNITS = 2;

  @Entity(pk = "SESSION#{session:2}")
  record Session(int session, String data, @Ttl Instant expires) {}

  @AccessPatterns(table = "sessions")
  interface Queries {
    @Put
    void open(Session session);

    @Scan
    List<Session> sessions();
  }

  @Override
  public String title() {
    return "Time to live in a global table";
  }

  @Override
  public String problem() {
    return "Deleting an expired item is free in one region, and costs a write in each other region.";
  }

  @Override
  public String purpose() {
    return """
    Usually one region of a global table finds an expired item first, and deletes it at no cost. This
    deletion is replicated like any other, and each other region pays for it as for a replicated write of
    the item (documentation of the service, November 2026). No response reports these units. In the
    service they are in the metrics of the other region. Gramme does not count them, so the example
    counts the deletions in the stream of the other region, which do not name the service as their
    cause. Each costs two units there. A table with much expiring data and several
    replicas therefore pays for every item twice in each other region, once when it is written and once
    when it expires. A table for each period, which is [deleted as a
    whole](#time-series-in-tables-by-period), avoids that.
    """;
  }

  @Override
  public void show(Stage stage) {
    Table table = stage.table(ReplicaExpiry_QueriesTable.schema());
    var sessions = ReplicaExpiry_QueriesTable.of(table);
    DynamoDbClient other = stage.region(OTHER);
    addReplica(stage, other);
    StreamReader here = stage.stream(table.name());
    StreamReader there = stage.streamOf(OTHER, table.name());
    stage.recordInitialTables();
    stage.write("eight sessions are opened in us-east-1", () -> open(stage, sessions));
    stage.await("all sessions are replicated", () -> items(other) == SESSIONS);
    here.poll();
    there.poll();
    stage.read("the number of items in eu-west-1", () -> items(other));
    stage.advance(HOME, LIFE.plusMinutes(1));
    stage.await("all deletions are replicated", () -> items(other) == 0);
    List<Record> deletedHere = here.poll();
    List<Record> deletedThere = there.poll();
    stage.read("deletions in us-east-1 with the service as the cause", () -> free(deletedHere));
    stage.read("deletions in eu-west-1 with the service as the cause", () -> free(deletedThere));
    stage.read(
        "deletions in eu-west-1 that are replicated writes",
        () -> deletedThere.size() - free(deletedThere));
    stage.read(
        "replicated write units that they cost, two for each item",
        () -> UNITS * (deletedThere.size() - free(deletedThere)));
  }

  private static void addReplica(Stage stage, DynamoDbClient other) {
    var replica =
        ReplicationGroupUpdate.builder()
            .create(CreateReplicationGroupMemberAction.builder().regionName(OTHER).build())
            .build();
    stage.client().updateTable(update -> update.tableName("sessions").replicaUpdates(replica));
    stage.await(
        "the replica is active",
        () ->
            other.listTables().tableNames().contains("sessions")
                && stage
                    .client()
                    .describeTable(table -> table.tableName("sessions"))
                    .table()
                    .replicas()
                    .stream()
                    .allMatch(one -> one.replicaStatusAsString().equals("ACTIVE")));
  }

  private static void open(Stage stage, Queries sessions) {
    Instant end = stage.clock().instant().plus(LIFE);
    for (int session = 0; session < SESSIONS; session++) {
      sessions.open(new Session(session, WEIGHT, end));
    }
  }

  private static int items(DynamoDbClient region) {
    return region.scan(scan -> scan.tableName("sessions")).count();
  }

  /** The number of deletions by the service itself, which are free. */
  private static long free(List<Record> deleted) {
    return deleted.stream()
        .filter(record -> record.eventNameAsString().equals("REMOVE"))
        .filter(record -> record.userIdentity() != null)
        .count();
  }
}
