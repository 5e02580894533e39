package dev.gramme.transfer.exports;

import dev.gramme.engine.catalog.PinnedTable;
import dev.gramme.engine.catalog.TableCodec;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.transfer.Documents;
import dev.gramme.transfer.Job;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.exports.ExportRequest.View;
import dev.gramme.transfer.format.OutputFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored export: its request, its complete files, and its result.
 *
 * @param account the account of the caller
 * @param source the table that is read; null once the export has ended
 * @param target the format and place of the exported data
 * @param cut the exported part of the table
 * @param partitions the number of data files
 * @param files the complete files, in order
 * @param written when all files were complete, which the manifests show; null before
 * @param ended null while the export is in progress
 */
public record ExportJob(
    String id,
    String tableArn,
    String tableName,
    String tableId,
    String account,
    @Nullable Source source,
    Target target,
    Cut cut,
    String token,
    String request,
    Instant started,
    int partitions,
    List<DataFile> files,
    @Nullable Instant written,
    @Nullable Failure failure,
    @Nullable Instant ended)
    implements Job {

  /** The service bills these bytes even for an empty incremental export (October 2026). */
  private static final long LEAST_BILLED_OF_INCREMENTAL = 10_000_000;

  /**
   * The table as defined when the export began.
   *
   * @param holder the number under which the export pins the table
   */
  public record Source(TableDefinition table, int holder) {
    PinnedTable held() {
      return new PinnedTable(table.name(), table.number(), holder, "export/" + holder);
    }
  }

  /** The format and place of the exported data. */
  public record Target(
      OutputFormat format,
      String bucket,
      @Nullable String bucketOwner,
      @Nullable String prefix,
      Encryption encryption) {}

  /**
   * The exported part of the table: its items as of a point in time, or the changes of a period.
   *
   * @param from null for a full export
   * @param to the point in time, or the end of the period
   * @param end the sequence number before which changes are included
   * @param view null for a full export
   * @param filter selects items and attributes; null for all
   */
  public record Cut(
      @Nullable Instant from,
      Instant to,
      long end,
      @Nullable View view,
      @Nullable ExportFilter filter) {
    /** The sequence number of the first change to read. */
    long first() {
      return from == null ? end : LogRows.sequence(from);
    }
  }

  /** A data file. */
  public record DataFile(String key, long items, long billedBytes, String md5, String etag) {}

  /** Why an export failed, in the service's terms. */
  public record Failure(String code, String message) {}

  public ExportJob {
    files = List.copyOf(files);
  }

  @Override
  public String arn() {
    return tableArn + "/export/" + id;
  }

  @Override
  public boolean isInProgress() {
    return ended == null;
  }

  /** The status, by its name in the protocol. */
  public String status() {
    return ended == null ? "IN_PROGRESS" : failure == null ? "COMPLETED" : "FAILED";
  }

  /** Whether only changes are exported. */
  public boolean isIncremental() {
    return cut.from() != null;
  }

  /** The encryption algorithm, by its name in the protocol; AES256 is S3's default. */
  public String encryptionShown() {
    String algorithm = target.encryption().algorithm();
    return algorithm == null ? "AES256" : algorithm;
  }

  BucketAddress address() {
    return new BucketAddress(target.bucket(), target.bucketOwner(), account);
  }

  /** The number of items or changes in all files. */
  public long items() {
    return files.stream().mapToLong(DataFile::items).sum();
  }

  /**
   * The size of the exported data by the rules of item sizes, and at least the minimum that is
   * billed.
   */
  public long billedBytes() {
    long bytes = files.stream().mapToLong(DataFile::billedBytes).sum();
    return isIncremental() ? Math.max(bytes, LEAST_BILLED_OF_INCREMENTAL) : bytes;
  }

  /** The key prefix of the manifests. */
  String folder() {
    return root() + id + "/";
  }

  /**
   * The key prefix of data files, which all incremental exports share and each full export has
   * itself.
   */
  String dataFolder() {
    return (isIncremental() ? root() : folder()) + "data/";
  }

  /** The key of the summary manifest. */
  public String manifest() {
    return folder() + "manifest-summary.json";
  }

  private String root() {
    String prefix = target.prefix();
    if (prefix == null || prefix.isEmpty()) {
      return "AWSDynamoDB/";
    }
    return (prefix.endsWith("/") ? prefix : prefix + "/") + "AWSDynamoDB/";
  }

  ExportJob with(DataFile file) {
    var more = new ArrayList<>(files);
    more.add(file);
    return new ExportJob(
        id,
        tableArn,
        tableName,
        tableId,
        account,
        source,
        target,
        cut,
        token,
        request,
        started,
        partitions,
        more,
        written,
        failure,
        ended);
  }

  ExportJob written(Instant now) {
    return new ExportJob(
        id,
        tableArn,
        tableName,
        tableId,
        account,
        source,
        target,
        cut,
        token,
        request,
        started,
        partitions,
        files,
        now,
        failure,
        ended);
  }

  ExportJob ended(@Nullable Failure reason, Instant now) {
    return new ExportJob(
        id,
        tableArn,
        tableName,
        tableId,
        account,
        null,
        target,
        cut,
        token,
        request,
        started,
        partitions,
        files,
        written,
        reason,
        now);
  }

  @Override
  public Item encode() {
    var out = Item.builder(32);
    Documents.put(out, "Id", id);
    Documents.put(out, "TableArn", tableArn);
    Documents.put(out, "TableName", tableName);
    Documents.put(out, "TableId", tableId);
    Documents.put(out, "Account", account);
    if (source != null) {
      out.put("Source", new M(TableCodec.encode(source.table())));
      out.put("Holder", N.of(source.holder()));
    }
    Documents.put(out, "Format", target.format().name());
    Documents.put(out, "Bucket", target.bucket());
    Documents.put(out, "BucketOwner", target.bucketOwner());
    Documents.put(out, "Prefix", target.prefix());
    Documents.put(out, "Encryption", target.encryption().algorithm());
    Documents.put(out, "EncryptionKey", target.encryption().keyId());
    Documents.put(out, "From", cut.from());
    Documents.put(out, "To", cut.to());
    out.put("End", N.of(cut.end()));
    View view = cut.view();
    Documents.put(out, "View", view == null ? null : view.name());
    ExportFilter filter = cut.filter();
    if (filter != null) {
      out.put("Filter", new M(filter.encode()));
    }
    Documents.put(out, "Token", token);
    Documents.put(out, "Request", request);
    Documents.put(out, "Started", started);
    Documents.put(out, "Written", written);
    Documents.put(out, "Ended", ended);
    out.put("Partitions", N.of(partitions));
    out.put("Files", new L(files.stream().map(ExportJob::encode).toList()));
    if (failure != null) {
      Documents.put(out, "FailureCode", failure.code());
      Documents.put(out, "FailureMessage", failure.message());
    }
    return out.build();
  }

  private static AttributeValue encode(DataFile file) {
    var out = Item.builder(5);
    Documents.put(out, "Key", file.key());
    out.put("Items", N.of(file.items()));
    out.put("Billed", N.of(file.billedBytes()));
    Documents.put(out, "Md5", file.md5());
    Documents.put(out, "Etag", file.etag());
    return new M(out.build());
  }

  static ExportJob decode(Item in) {
    String code = Documents.textOrNull(in, "FailureCode");
    return new ExportJob(
        Documents.text(in, "Id"),
        Documents.text(in, "TableArn"),
        Documents.text(in, "TableName"),
        Documents.text(in, "TableId"),
        Documents.text(in, "Account"),
        in.get("Source") instanceof M(var table)
            ? new Source(TableCodec.decode(table), Math.toIntExact(Documents.number(in, "Holder")))
            : null,
        new Target(
            OutputFormat.valueOf(Documents.text(in, "Format")),
            Documents.text(in, "Bucket"),
            Documents.textOrNull(in, "BucketOwner"),
            Documents.textOrNull(in, "Prefix"),
            new Encryption(
                Documents.textOrNull(in, "Encryption"), Documents.textOrNull(in, "EncryptionKey"))),
        cut(in),
        Documents.text(in, "Token"),
        Documents.text(in, "Request"),
        Documents.instant(in, "Started"),
        Math.toIntExact(Documents.number(in, "Partitions")),
        files(in),
        Documents.instantOrNull(in, "Written"),
        code == null ? null : new Failure(code, Documents.text(in, "FailureMessage")),
        Documents.instantOrNull(in, "Ended"));
  }

  private static Cut cut(Item in) {
    String view = Documents.textOrNull(in, "View");
    return new Cut(
        Documents.instantOrNull(in, "From"),
        Documents.instant(in, "To"),
        Documents.number(in, "End"),
        view == null ? null : View.valueOf(view),
        in.get("Filter") instanceof M(Item filter) ? ExportFilter.decode(filter) : null);
  }

  private static List<DataFile> files(Item in) {
    var files = new ArrayList<DataFile>();
    if (in.get("Files") instanceof L(var elements)) {
      for (AttributeValue element : elements) {
        Item file = ((M) element).entries();
        files.add(
            new DataFile(
                Documents.text(file, "Key"),
                Documents.number(file, "Items"),
                Documents.number(file, "Billed"),
                Documents.text(file, "Md5"),
                Documents.text(file, "Etag")));
      }
    }
    return files;
  }
}
