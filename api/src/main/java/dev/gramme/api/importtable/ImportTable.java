package dev.gramme.api.importtable;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.createtable.CreateTable;
import dev.gramme.api.importtable.ImportTableShape.Csv;
import dev.gramme.api.importtable.ImportTableShape.FormatOptions;
import dev.gramme.api.importtable.ImportTableShape.Parameters;
import dev.gramme.api.importtable.ImportTableShape.Source;
import dev.gramme.api.table.TableReference;
import dev.gramme.auth.policy.Access;
import dev.gramme.transfer.format.Compression;
import dev.gramme.transfer.format.CsvOptions;
import dev.gramme.transfer.imports.ImportRequest;
import dev.gramme.transfer.imports.Imports;
import dev.gramme.wire.EchoJson;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Creates a table and fills it from a bucket in the background. */
public final class ImportTable implements ResourceOperation {
  private final CreateTable tables;
  private final Imports imports;

  /**
   * Creates the operation.
   *
   * @param tables builds the definitions of tables
   */
  public ImportTable(CreateTable tables, Imports imports) {
    this.tables = tables;
    this.imports = imports;
  }

  @Override
  public String name() {
    return "ImportTable";
  }

  @Override
  public StructureShape input() {
    return ImportTableShape.SHAPE;
  }

  /** The operation searches the existing imports. */
  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public List<Access> accesses(Structure input, AccessScope scope) {
    String table = input.require(ImportTableShape.PARAMETERS).text("TableName").orElse("*");
    return List.of(Access.of(name(), scope.tableArn(table)));
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    ImportTableRules.check(input);
    Structure parameters = input.require(ImportTableShape.PARAMETERS);
    var definition = tables.definition(parameters, caller);
    String table = parameters.require(Parameters.TABLE_NAME);
    var target = new Imports.Target(table, TableReference.arn(table, caller), caller.account());
    return imports.start(request(input), definition, target).thenApply(ImportDescription::output);
  }

  private static ImportRequest request(Structure input) {
    Structure source = input.require(ImportTableShape.SOURCE);
    return new ImportRequest(
        source.require(Source.BUCKET),
        source.get(Source.OWNER),
        source.get(Source.PREFIX),
        ImportRequest.Format.valueOf(input.require(ImportTableShape.FORMAT)),
        csv(input),
        Compression.valueOf(input.getOrDefault(ImportTableShape.COMPRESSION, "NONE")),
        input.require(ImportTableShape.CLIENT_TOKEN),
        text(input));
  }

  private static CsvOptions csv(Structure input) {
    Structure options = input.get(ImportTableShape.FORMAT_OPTIONS);
    Structure csv = options == null ? null : options.get(FormatOptions.CSV);
    return csv == null
        ? CsvOptions.DEFAULT
        : new CsvOptions(
            csv.getOrDefault(Csv.DELIMITER, ",").charAt(0),
            csv.getOrDefault(Csv.HEADER, List.of()));
  }

  /** The request without its token, with its members in a fixed order. */
  private static String text(Structure input) {
    var json = new JsonWriter().beginObject();
    for (Member<?> member : ImportTableShape.SHAPE.members()) {
      if (member != ImportTableShape.CLIENT_TOKEN) {
        EchoJson.member(json, input, member);
      }
    }
    return json.endObject().toString();
  }
}
