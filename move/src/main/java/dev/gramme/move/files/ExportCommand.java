package dev.gramme.move.files;

import dev.gramme.model.Item;
import dev.gramme.move.CommandException;
import dev.gramme.move.Connection;
import dev.gramme.move.Flags;
import dev.gramme.move.Items;
import dev.gramme.move.PageReader;
import dev.gramme.move.Plural;
import dev.gramme.move.Progress;
import dev.gramme.move.Tasks;
import dev.gramme.move.Terminal;
import dev.gramme.move.UnitRate;
import dev.gramme.move.files.parquet.ColumnTypes;
import dev.gramme.move.files.parquet.ParquetWriter;
import dev.gramme.transfer.format.Compression;
import dev.gramme.transfer.format.CsvWriter;
import dev.gramme.transfer.format.InputFormat;
import dev.gramme.transfer.format.LineEncoder;
import dev.gramme.transfer.format.OutputFormat;
import dev.gramme.transfer.format.RecordReader.Parsed;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** {@code ./gramme export}: writes the items of a table to a file, read by a parallel scan. */
public final class ExportCommand {
  /** The help of the command. */
  public static final String USAGE =
      """
      ./gramme export --table NAME [options]
        writes all items of a table to a file or to the standard output, read by a parallel scan;
        the items are not those of one moment if the table changes meanwhile
        --out FILE          the file; it has its name only when it is complete
        --endpoint PLACE    http://..., https://..., aws or aws:PROFILE
                            (default http://127.0.0.1:8000)
        --region NAME       the region (default AWS_REGION, or us-east-1 at an address)
        --profile NAME      the profile with the credentials, for an address
        --format NAME       dynamodb-json, ion, csv or parquet; without it, the end of the file's
                            name decides, and dynamodb-json is the format of the standard output
        --columns A,B,...   the columns of CSV and Parquet (default the keys, then all other
                            attributes)
        --delimiter C       of CSV (default a comma)
        --consistent        read consistently, which costs twice as much
        --read-units N      at most so many read units per second
        --segments N        the number of segments that are read at a time (default 4)
      A file whose name ends with .gz is compressed. docs/import-export.md explains it.
      """;

  /** The columns of CSV that are found in items; with more, the user chooses. */
  static final int MAX_COLUMNS = 1_000;

  private static final int DEFAULT_SEGMENTS = 4;
  private static final int MAX_SEGMENTS = 64;

  private final Terminal terminal;
  private final Flags flags;
  private final Connection connection;
  private final TableDescription table;

  private ExportCommand(
      Terminal terminal, Flags flags, Connection connection, TableDescription table) {
    this.terminal = terminal;
    this.flags = flags;
    this.connection = connection;
    this.table = table;
  }

  /** Runs the command. */
  public static boolean run(List<String> arguments, Terminal terminal)
      throws CommandException, IOException, InterruptedException {
    Flags flags =
        Flags.read(
            arguments,
            Set.of(
                "--table",
                "--out",
                "--endpoint",
                "--region",
                "--profile",
                "--format",
                "--columns",
                "--delimiter",
                "--read-units",
                "--segments"),
            Set.of("--consistent"));
    if (!flags.others().isEmpty()) {
      throw CommandException.misused(
          "unknown argument " + flags.others().getFirst() + "; the file is given with --out");
    }
    String name = flags.required("--table");
    try (Connection connection =
        Connection.to(
            flags.value("--endpoint").orElse(ImportCommand.DEFAULT_ENDPOINT),
            flags.value("--region"),
            flags.value("--profile"),
            terminal.environment())) {
      new ExportCommand(terminal, flags, connection, ImportCommand.describe(connection, name))
          .export();
      return true;
    }
  }

  private void export() throws CommandException, IOException, InterruptedException {
    String file = flags.value("--out").orElse("-");
    FileFormat format =
        file.equals("-") && !flags.isSet("--format")
            ? FileFormat.DYNAMODB_JSON
            : FileFormat.of(flags.value("--format"), file);
    if (format == FileFormat.PARQUET && FileFormat.compression(file) != Compression.NONE) {
      throw CommandException.misused("a Parquet file is compressed inside: leave out the end .gz");
    }
    if (FileFormat.compression(file) == Compression.ZSTD) {
      throw CommandException.misused("files are written with .gz, not with .zst");
    }
    if (file.equals("-")) {
      write(format, file, new Uncloseable(terminal.out()));
      terminal.out().flush();
      return;
    }
    Path target = Path.of(file).toAbsolutePath();
    Path part = target.resolveSibling(target.getFileName() + ".part");
    try {
      OutputStream out = Files.newOutputStream(part);
      long count =
          write(
              format,
              file,
              FileFormat.compression(file) == Compression.GZIP ? new GZIPOutputStream(out) : out);
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      terminal
          .out()
          .println("%s of %s in %s".formatted(Plural.of(count, "item"), table.tableName(), file));
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Writes all items, closes the stream, and returns the number of items. */
  private long write(FileFormat format, String file, OutputStream stream)
      throws CommandException, IOException, InterruptedException {
    try (OutputStream out = new BufferedOutputStream(stream, 1 << 16)) {
      return switch (format) {
        case DYNAMODB_JSON -> lines(OutputFormat.DYNAMODB_JSON, out);
        case ION -> lines(OutputFormat.ION, out);
        case PARQUET -> parquet(out);
        case CSV -> csv(ImportCommand.delimiter(flags.value("--delimiter"), file), out);
      };
    }
  }

  private long lines(OutputFormat format, OutputStream out)
      throws CommandException, IOException, InterruptedException {
    return scan(items -> {
      LineEncoder encoder = format.encoder();
      var page = new ByteArrayOutputStream();
      for (Item item : items) {
        encoder.item(item, page);
      }
      synchronized (out) {
        page.writeTo(out);
      }
    });
  }

  private long csv(char delimiter, OutputStream out)
      throws CommandException, IOException, InterruptedException {
    var keys = table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    if (flags.isSet("--columns")) {
      var columns = List.of(flags.required("--columns").split(","));
      try (var csv = new CsvWriter(out, delimiter, columns)) {
        return scan(items -> rows(csv, items));
      }
    }
    // The header comes first, but the columns are known only at the end.
    Path spool = Files.createTempFile("gramme-export", ".json");
    try {
      var names = new TreeSet<String>();
      spool(
          spool,
          items -> {
            items.forEach(item -> names.addAll(item.names()));
            return names.size() > MAX_COLUMNS;
          });
      keys.forEach(names::remove);
      var columns = new ArrayList<>(keys);
      columns.addAll(names);
      try (var csv = new CsvWriter(out, delimiter, columns)) {
        return read(spool, csv::item);
      }
    } finally {
      Files.deleteIfExists(spool);
    }
  }

  private long parquet(OutputStream out)
      throws CommandException, IOException, InterruptedException {
    // All row groups have the same columns, whose types follow from all items.
    var keys = table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    boolean isChosen = flags.isSet("--columns");
    var types =
        new ColumnTypes(
            isChosen ? List.of(flags.required("--columns").split(",")) : keys,
            !isChosen,
            MAX_COLUMNS);
    Path spool = Files.createTempFile("gramme-export", ".json");
    try {
      spool(
          spool,
          items -> {
            items.forEach(types::add);
            return types.areTooMany();
          });
      try (var parquet = new ParquetWriter(out, types)) {
        long count = read(spool, parquet::item);
        parquet.finish();
        return count;
      }
    } finally {
      Files.deleteIfExists(spool);
    }
  }

  private static void rows(CsvWriter csv, List<Item> items) throws IOException {
    synchronized (csv) {
      for (Item item : items) {
        csv.item(item);
      }
    }
  }

  /**
   * Receives the items of a page, one page at a time; returns whether they need too many columns.
   */
  @FunctionalInterface
  private interface Columns {
    boolean areTooManyWith(List<Item> items);
  }

  /**
   * Writes all items to a temporary file, because a file begins with, or depends on, its columns.
   */
  private void spool(Path spool, Columns columns)
      throws CommandException, IOException, InterruptedException {
    try (OutputStream spooled = new BufferedOutputStream(Files.newOutputStream(spool), 1 << 16)) {
      scan(items -> {
        LineEncoder encoder = OutputFormat.DYNAMODB_JSON.encoder();
        synchronized (spooled) {
          if (columns.areTooManyWith(items)) {
            throw CommandException.failed(
                "the items have more than %d attributes: choose some with --columns"
                    .formatted(MAX_COLUMNS));
          }
          for (Item item : items) {
            encoder.item(item, spooled);
          }
        }
      });
    }
  }

  /** Receives the items of a temporary file. */
  @FunctionalInterface
  private interface Rows {
    void item(Item item) throws IOException;
  }

  private static long read(Path spool, Rows rows) throws IOException {
    long count = 0;
    try (var records = new InputFormat.DynamoDbJson().read(Files.newInputStream(spool))) {
      for (Parsed record = records.next(); record != null; record = records.next()) {
        if (!(record instanceof Parsed.Good(Item item))) {
          throw new IllegalStateException("an item that was written cannot be read: " + record);
        }
        rows.item(item);
        count++;
      }
    }
    return count;
  }

  /** Receives the items of a page; pages of different segments arrive at the same time. */
  @FunctionalInterface
  private interface Pages {
    void page(List<Item> items) throws CommandException, IOException;
  }

  private long scan(Pages pages) throws CommandException, IOException, InterruptedException {
    int segments = Math.min(MAX_SEGMENTS, flags.number("--segments").orElse(DEFAULT_SEGMENTS));
    var rate = UnitRate.of(flags.number("--read-units").orElse(0));
    var progress =
        new Progress(terminal.err(), "exported", table.itemCount() == null ? 0 : table.itemCount());
    var reader = new PageReader(connection.items(), table, rate, flags.isSet("--consistent"));
    var tasks = new ArrayList<Tasks.Task>();
    for (int i = 0; i < segments; i++) {
      var segment = new PageReader.Segment(i, segments);
      tasks.add(() ->
          reader.read(
              segment,
              java.util.Map.of(),
              page -> {
                pages.page(page.items().stream().map(Items::of).toList());
                progress.add(page.items().size());
              }));
    }
    Tasks.run(tasks);
    return progress.count();
  }

  /** The standard output, which remains open. */
  private static final class Uncloseable extends FilterOutputStream {
    Uncloseable(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
