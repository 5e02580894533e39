package dev.gramme.transfer.imports;

import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.transfer.Documents;
import dev.gramme.transfer.Job;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.format.Compression;
import dev.gramme.transfer.format.CsvOptions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored import: its request, its progress, and its result.
 *
 * @param account the account of the caller
 * @param source the imported data
 * @param progress how much of the data is imported and durable
 * @param isRead whether all data is processed, so that only the states of the table and of the
 *     import remain to be changed
 * @param ended null while the import is in progress
 */
public record ImportJob(
    String id,
    String tableArn,
    String tableName,
    String tableId,
    String account,
    ImportRequest source,
    Instant started,
    Progress progress,
    boolean isRead,
    @Nullable Failure failure,
    @Nullable Instant ended)
    implements Job {

  /** Why an import failed, in the service's terms. */
  public record Failure(String code, String message) {}

  /**
   * The progress of an import.
   *
   * @param object the key of the current object; empty before the first
   * @param records the number of its records that are processed
   * @param bytesBefore the uncompressed size of all objects before it
   * @param bytes the uncompressed size of all data read so far
   * @param logBytes the length of the error log
   */
  public record Progress(
      String object,
      long records,
      long bytesBefore,
      long bytes,
      long items,
      long imported,
      long errors,
      long logBytes) {
    public static final Progress NONE = new Progress("", 0, 0, 0, 0, 0, 0, 0);
  }

  @Override
  public String arn() {
    return tableArn + "/import/" + id;
  }

  @Override
  public String token() {
    return source.token();
  }

  @Override
  public String request() {
    return source.text();
  }

  @Override
  public boolean isInProgress() {
    return ended == null;
  }

  BucketAddress address() {
    return new BucketAddress(source.bucket(), source.bucketOwner(), account);
  }

  /** The status, by its name in the protocol. */
  public String status() {
    return ended == null ? "IN_PROGRESS" : failure == null ? "COMPLETED" : "FAILED";
  }

  ImportJob with(Progress now) {
    return new ImportJob(
        id, tableArn, tableName, tableId, account, source, started, now, isRead, failure, ended);
  }

  ImportJob read(@Nullable Failure reason) {
    return new ImportJob(
        id, tableArn, tableName, tableId, account, source, started, progress, true, reason, ended);
  }

  ImportJob ended(Instant now) {
    return new ImportJob(
        id, tableArn, tableName, tableId, account, source, started, progress, isRead, failure, now);
  }

  @Override
  public Item encode() {
    var out = Item.builder(32);
    Documents.put(out, "Id", id);
    Documents.put(out, "TableArn", tableArn);
    Documents.put(out, "TableName", tableName);
    Documents.put(out, "TableId", tableId);
    Documents.put(out, "Account", account);
    Documents.put(out, "Bucket", source.bucket());
    Documents.put(out, "BucketOwner", source.bucketOwner());
    Documents.put(out, "Prefix", source.prefix());
    Documents.put(out, "Format", source.format().name());
    out.put("Delimiter", new S(String.valueOf(source.csv().delimiter())));
    Documents.put(out, "Header", source.csv().header());
    Documents.put(out, "Compression", source.compression().name());
    Documents.put(out, "Request", source.text());
    Documents.put(out, "Token", source.token());
    Documents.put(out, "Started", started);
    Documents.put(out, "Ended", ended);
    out.put("Read", Bool.of(isRead));
    if (failure != null) {
      Documents.put(out, "FailureCode", failure.code());
      Documents.put(out, "FailureMessage", failure.message());
    }
    Documents.put(out, "Object", progress.object());
    out.put("Records", N.of(progress.records()));
    out.put("BytesBefore", N.of(progress.bytesBefore()));
    out.put("Bytes", N.of(progress.bytes()));
    out.put("Items", N.of(progress.items()));
    out.put("Imported", N.of(progress.imported()));
    out.put("Errors", N.of(progress.errors()));
    out.put("LogBytes", N.of(progress.logBytes()));
    return out.build();
  }

  static ImportJob decode(Item in) {
    var csv =
        new CsvOptions(Documents.text(in, "Delimiter").charAt(0), Documents.texts(in, "Header"));
    var source =
        new ImportRequest(
            Documents.text(in, "Bucket"),
            Documents.textOrNull(in, "BucketOwner"),
            Documents.textOrNull(in, "Prefix"),
            ImportRequest.Format.valueOf(Documents.text(in, "Format")),
            csv,
            Compression.valueOf(Documents.text(in, "Compression")),
            Documents.text(in, "Token"),
            Documents.text(in, "Request"));
    return new ImportJob(
        Documents.text(in, "Id"),
        Documents.text(in, "TableArn"),
        Documents.text(in, "TableName"),
        Documents.text(in, "TableId"),
        Documents.text(in, "Account"),
        source,
        Documents.instant(in, "Started"),
        progress(in),
        in.get("Read") == Bool.TRUE,
        failure(in),
        Documents.instantOrNull(in, "Ended"));
  }

  private static Progress progress(Item in) {
    return new Progress(
        Documents.text(in, "Object"),
        Documents.number(in, "Records"),
        Documents.number(in, "BytesBefore"),
        Documents.number(in, "Bytes"),
        Documents.number(in, "Items"),
        Documents.number(in, "Imported"),
        Documents.number(in, "Errors"),
        Documents.number(in, "LogBytes"));
  }

  private static @Nullable Failure failure(Item in) {
    String code = Documents.textOrNull(in, "FailureCode");
    return code == null ? null : new Failure(code, Documents.text(in, "FailureMessage"));
  }
}
