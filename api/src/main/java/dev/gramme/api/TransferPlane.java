package dev.gramme.api;

import dev.gramme.api.createtable.CreateTable;
import dev.gramme.api.describeexport.DescribeExport;
import dev.gramme.api.describeimport.DescribeImport;
import dev.gramme.api.exporttabletopointintime.ExportTableToPointInTime;
import dev.gramme.api.importtable.ImportTable;
import dev.gramme.api.listexports.ListExports;
import dev.gramme.api.listimports.ListImports;
import dev.gramme.engine.Engine;
import dev.gramme.transfer.Transfers;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Creates the operations on imports and exports. */
final class TransferPlane {
  private TransferPlane() {}

  static List<Operation> operations(
      Engine engine, Transfers.Locations locations, Supplier<UUID> ids) {
    var transfers = Transfers.open(engine, locations, ids);
    var tables = new CreateTable(engine.catalog(), engine.clock(), ids);
    return List.of(
        new ImportTable(tables, transfers.imports()),
        new DescribeImport(transfers.imports()),
        new ListImports(transfers.imports()),
        new ExportTableToPointInTime(engine, transfers.exports()),
        new DescribeExport(transfers.exports()),
        new ListExports(transfers.exports()));
  }
}
