package dev.gramme.api;

import dev.gramme.api.batchexecutestatement.BatchExecuteStatement;
import dev.gramme.api.batchgetitem.BatchGetItem;
import dev.gramme.api.batchwriteitem.BatchWriteItem;
import dev.gramme.api.createbackup.CreateBackup;
import dev.gramme.api.deletebackup.DeleteBackup;
import dev.gramme.api.deleteitem.DeleteItem;
import dev.gramme.api.describebackup.DescribeBackup;
import dev.gramme.api.describecontinuousbackups.DescribeContinuousBackups;
import dev.gramme.api.describestream.DescribeStream;
import dev.gramme.api.executestatement.ExecuteStatement;
import dev.gramme.api.executetransaction.ExecuteTransaction;
import dev.gramme.api.getitem.GetItem;
import dev.gramme.api.getrecords.GetRecords;
import dev.gramme.api.getsharditerator.GetShardIterator;
import dev.gramme.api.listbackups.ListBackups;
import dev.gramme.api.liststreams.ListStreams;
import dev.gramme.api.putitem.PutItem;
import dev.gramme.api.query.Query;
import dev.gramme.api.restoretablefrombackup.RestoreTableFromBackup;
import dev.gramme.api.restoretabletopointintime.RestoreTableToPointInTime;
import dev.gramme.api.scan.Scan;
import dev.gramme.api.searchvectors.SearchVectors;
import dev.gramme.api.transactgetitems.TransactGetItems;
import dev.gramme.api.transactwriteitems.TransactWriteItems;
import dev.gramme.api.updatecontinuousbackups.UpdateContinuousBackups;
import dev.gramme.api.updateitem.UpdateItem;
import dev.gramme.engine.Engine;
import dev.gramme.transfer.Transfers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** All operations, by name. */
public final class Operations {
  private final Map<String, Operation> byName = new LinkedHashMap<>();

  /**
   * Creates the operations of an engine.
   *
   * @param ids supplies the id of each new table
   */
  public Operations(Engine engine, Supplier<UUID> ids) {
    this(engine, ids, Transfers.Locations.NONE);
  }

  /**
   * Creates the operations of an engine.
   *
   * @param ids supplies the id of each new table, import and export
   * @param locations the buckets of imports and exports
   */
  public Operations(Engine engine, Supplier<UUID> ids, Transfers.Locations locations) {
    var operations = new ArrayList<Operation>();
    operations.addAll(
        ControlPlane.operations(
            engine.catalog(),
            engine.replication(),
            engine.clock(),
            ids,
            engine::withGrownThroughput));
    operations.addAll(SettingsPlane.operations(engine));
    operations.addAll(
        List.of(
            new GetItem(engine),
            new PutItem(engine),
            new UpdateItem(engine),
            new DeleteItem(engine),
            new Query(engine),
            new Scan(engine),
            new BatchGetItem(engine),
            new BatchWriteItem(engine),
            new TransactGetItems(engine),
            new TransactWriteItems(engine),
            new SearchVectors(engine)));
    operations.addAll(
        List.of(
            new ListStreams(engine.streams()),
            new DescribeStream(engine.streams(), engine.catalog()),
            new GetShardIterator(engine.streams(), engine.clock()),
            new GetRecords(engine.streams(), engine.clock())));
    operations.addAll(backups(engine, ids));
    operations.addAll(
        List.of(
            new ExecuteStatement(engine),
            new BatchExecuteStatement(engine),
            new ExecuteTransaction(engine)));
    operations.addAll(TransferPlane.operations(engine, locations, ids));
    operations.forEach(operation -> byName.put(operation.name(), operation));
  }

  private static List<Operation> backups(Engine engine, Supplier<UUID> ids) {
    var catalog = engine.catalog();
    var backups = engine.backups();
    var restores = engine.restores();
    return List.of(
        new CreateBackup(backups),
        new DescribeBackup(backups),
        new ListBackups(backups),
        new DeleteBackup(backups),
        new UpdateContinuousBackups(catalog, restores, engine.clock()),
        new DescribeContinuousBackups(catalog, restores),
        new RestoreTableFromBackup(catalog, backups, restores, engine.clock(), ids),
        new RestoreTableToPointInTime(catalog, restores, engine.clock(), ids));
  }

  /** The operation with a name, if it exists. */
  public Optional<Operation> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All operations. */
  public Collection<Operation> all() {
    return byName.values();
  }
}
