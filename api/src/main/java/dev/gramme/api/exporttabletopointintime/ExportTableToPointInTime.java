package dev.gramme.api.exporttabletopointintime;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.Engine;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.transfer.exports.ExportFilter;
import dev.gramme.transfer.exports.ExportJob;
import dev.gramme.transfer.exports.ExportRequest;
import dev.gramme.transfer.exports.ExportRequest.Span;
import dev.gramme.transfer.exports.Exports;
import dev.gramme.transfer.format.OutputFormat;
import dev.gramme.wire.EchoJson;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Starts an export of a table to a bucket: either its state at a point in time, or its changes
 * during a period.
 */
public final class ExportTableToPointInTime implements ResourceOperation {
  private final Engine engine;
  private final Exports exports;

  public ExportTableToPointInTime(Engine engine, Exports exports) {
    this.engine = engine;
    this.exports = exports;
  }

  @Override
  public String name() {
    return "ExportTableToPointInTime";
  }

  @Override
  public StructureShape input() {
    return ExportTableToPointInTimeShape.SHAPE;
  }

  /** The operation waits for the store. */
  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    Span span = ExportTableToPointInTimeRules.span(input);
    ExportFilter filter = ExportFilterRules.filter(input, caller.wording());
    ExportRequest request = request(input, span, filter);
    ExportJob job = exports.repeated(request).orElseGet(() -> start(input, request, caller));
    return CompletableFuture.completedFuture(ExportDescription.output(job));
  }

  private ExportJob start(Structure input, ExportRequest request, Caller caller) {
    String given = input.require(ExportTableToPointInTimeShape.TABLE_ARN);
    TableDefinition table = table(given, caller);
    ExportFilter filter = request.filter();
    if (filter != null) {
      ExportFilterRules.checkKey(filter, table.key(), caller.wording());
    }
    Instant now = engine.clock().instant();
    var window = engine.restores().window(table);
    ExportTableToPointInTimeRules.checkTimes(input, request.span(), table, window, now);
    return exports.start(request, table, TableReference.arn(table, caller), caller.account(), now);
  }

  private TableDefinition table(String arn, Caller caller) {
    if (arn.isEmpty()) {
      throw ApiError.validation("Invalid TableArn: Invalid Table ARN");
    }
    return ExportTableToPointInTimeRules.tableName(arn, caller)
        .flatMap(engine.catalog()::find)
        .filter(table -> table.status() != TableDefinition.Status.CREATING)
        .orElseThrow(() -> ApiError.of(ErrorType.TABLE_NOT_FOUND, "Table not found: " + arn));
  }

  private ExportRequest request(Structure input, Span span, @Nullable ExportFilter filter) {
    return new ExportRequest(
        span,
        filter,
        OutputFormat.valueOf(
            input.getOrDefault(ExportTableToPointInTimeShape.FORMAT, "DYNAMODB_JSON")),
        input.require(ExportTableToPointInTimeShape.BUCKET),
        input.get(ExportTableToPointInTimeShape.BUCKET_OWNER),
        input.get(ExportTableToPointInTimeShape.PREFIX),
        ExportTableToPointInTimeRules.encryption(input, exports.haveKeys()),
        input.get(ExportTableToPointInTimeShape.CLIENT_TOKEN),
        text(input));
  }

  /** The request without its token, with its members in a fixed order. */
  private static String text(Structure input) {
    var json = new JsonWriter().beginObject();
    for (Member<?> member : ExportTableToPointInTimeShape.SHAPE.members()) {
      if (member != ExportTableToPointInTimeShape.CLIENT_TOKEN) {
        EchoJson.member(json, input, member);
      }
    }
    return json.endObject().toString();
  }
}
