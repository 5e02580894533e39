package dev.gramme.move.files;

import dev.gramme.model.AttributeType;
import dev.gramme.model.Item;
import dev.gramme.move.CommandException;
import dev.gramme.move.Connection;
import dev.gramme.move.Flags;
import dev.gramme.move.Items;
import dev.gramme.move.Plural;
import dev.gramme.move.Progress;
import dev.gramme.move.Tasks;
import dev.gramme.move.Terminal;
import dev.gramme.move.UnitRate;
import dev.gramme.move.files.parquet.DamagedFileException;
import dev.gramme.move.files.parquet.ParquetRecords;
import dev.gramme.transfer.format.CsvOptions;
import dev.gramme.transfer.format.InputFormat;
import dev.gramme.transfer.format.MalformedDataException;
import dev.gramme.transfer.format.RecordReader;
import dev.gramme.transfer.format.RecordReader.Parsed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** {@code ./gramme import}: writes the items of files to a table. */
public final class ImportCommand {
  /** The help of the command. */
  public static final String USAGE =
      """
      ./gramme import FILE... --table NAME [options]
        writes the items of files, or of all files in a folder, to an existing table; an item
        replaces the one with the same key
        --endpoint PLACE    http://..., https://..., aws or aws:PROFILE
                            (default http://127.0.0.1:8000)
        --region NAME       the region (default AWS_REGION, or us-east-1 at an address)
        --profile NAME      the profile with the credentials, for an address
        --format NAME       dynamodb-json, ion, csv or parquet; without it, the end of the file's
                            name decides (.json, .jsonl, .ion, .csv, .tsv, .parquet; behind all but
                            the last one also .gz or .zst)
        --delimiter C       of CSV (default a comma)
        --header A,B,...    the columns of CSV without a header
        --types A:N,B:B,... the types of columns that are not keys (default S)
        --write-units N     at most so many write units per second
        --parallel N        the number of batches in progress (default 8)
      docs/import-export.md explains it.
      """;

  static final String DEFAULT_ENDPOINT = "http://127.0.0.1:8000";

  private static final int DEFAULT_PARALLEL = 8;
  private static final int MAX_PARALLEL = 64;

  private final Terminal terminal;
  private final Flags flags;
  private final TableDescription table;
  private long bad;

  private ImportCommand(Terminal terminal, Flags flags, TableDescription table) {
    this.terminal = terminal;
    this.flags = flags;
    this.table = table;
  }

  /** Runs the command; it succeeds if every record was written. */
  public static boolean run(List<String> arguments, Terminal terminal)
      throws CommandException, IOException, InterruptedException {
    Flags flags =
        Flags.read(
            arguments,
            Set.of(
                "--table",
                "--endpoint",
                "--region",
                "--profile",
                "--format",
                "--delimiter",
                "--header",
                "--types",
                "--write-units",
                "--parallel"),
            Set.of());
    String name = flags.required("--table");
    List<Path> files = files(flags);
    try (Connection connection =
        Connection.to(
            flags.value("--endpoint").orElse(DEFAULT_ENDPOINT),
            flags.value("--region"),
            flags.value("--profile"),
            terminal.environment())) {
      var command = new ImportCommand(terminal, flags, describe(connection, name));
      return command.importAll(connection, files);
    }
  }

  /** The description of a table that must exist. */
  static TableDescription describe(Connection connection, String name) throws CommandException {
    try {
      return connection.items().describeTable(each -> each.tableName(name)).table();
    } catch (ResourceNotFoundException e) {
      throw CommandException.failed("there is no table %s at %s".formatted(name, connection));
    }
  }

  private static List<Path> files(Flags flags) throws CommandException, IOException {
    if (flags.others().isEmpty()) {
      throw CommandException.misused("give at least one file: import FILE... --table NAME");
    }
    var files = new ArrayList<Path>();
    for (String each : flags.others()) {
      Path path = Path.of(each);
      if (Files.isDirectory(path)) {
        try (Stream<Path> content = Files.list(path)) {
          files.addAll(content.filter(Files::isRegularFile).sorted().toList());
        }
      } else if (Files.exists(path)) {
        files.add(path);
      } else {
        throw CommandException.failed(path + " does not exist");
      }
    }
    for (Path file : files) {
      FileFormat.of(flags.value("--format"), file.toString());
    }
    return files;
  }

  private boolean importAll(Connection connection, List<Path> files)
      throws CommandException, IOException, InterruptedException {
    int parallel = Math.min(MAX_PARALLEL, flags.number("--parallel").orElse(DEFAULT_PARALLEL));
    var rate = UnitRate.of(flags.number("--write-units").orElse(0));
    var progress = new Progress(terminal.err(), "imported", 0);
    var key = table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    Map<String, AttributeType> types = types();
    var lanes =
        new WriteLanes(
            connection.items(), table.tableName(), key, parallel, rate, progress, this::refuse);
    var tasks = new ArrayList<Tasks.Task>(lanes.tasks());
    tasks.add(() -> {
      for (Path file : files) {
        read(file, types, lanes);
      }
      lanes.end();
    });
    Tasks.run(tasks);
    long failed = bad;
    terminal
        .out()
        .println(
            "%s written to %s with %.1f write units%s"
                .formatted(
                    Plural.of(progress.count(), "item"),
                    table.tableName(),
                    rate.consumed(),
                    failed == 0 ? "" : ", " + Plural.of(failed, "record") + " refused"));
    return failed == 0;
  }

  private synchronized void refuse(String reason) {
    bad++;
    terminal.err().println("gramme: " + reason);
  }

  /** Keys have their declared types, other columns those of the option. */
  private Map<String, AttributeType> types() throws CommandException {
    var types = new HashMap<String, AttributeType>();
    for (String each : list("--types")) {
      int colon = each.lastIndexOf(':');
      String type = colon < 0 ? "" : each.substring(colon + 1);
      if (!List.of("S", "N", "B").contains(type)) {
        throw CommandException.misused(
            "--types has \"%s\", but must have names with S, N or B, such as price:N"
                .formatted(each));
      }
      types.put(each.substring(0, colon), AttributeType.valueOf(type));
    }
    table
        .attributeDefinitions()
        .forEach(each ->
            types.put(each.attributeName(), AttributeType.valueOf(each.attributeTypeAsString())));
    return types;
  }

  private List<String> list(String flag) {
    return flags.value(flag).map(text -> List.of(text.split(","))).orElse(List.of());
  }

  private void read(Path file, Map<String, AttributeType> types, WriteLanes lanes)
      throws CommandException, IOException, InterruptedException {
    long number = 0;
    try (RecordReader records = open(file, types)) {
      for (Parsed record = records.next(); record != null; record = records.next()) {
        number++;
        String place = file + ": record " + number;
        switch (record) {
          case Parsed.Good(Item item) -> lanes.put(Items.toSdk(item), place);
          case Parsed.Bad(String message) -> refuse(place + ": " + message);
        }
      }
    } catch (MalformedDataException | DamagedFileException e) {
      refuse(
          "%s: after record %d the rest cannot be read: %s"
              .formatted(file, number, e.getMessage()));
    } catch (java.io.EOFException | java.util.zip.ZipException e) {
      refuse("%s: after record %d the file is damaged: %s".formatted(file, number, e.getMessage()));
    }
  }

  private RecordReader open(Path file, Map<String, AttributeType> types)
      throws CommandException, IOException {
    String name = file.toString();
    @Nullable InputFormat format =
        switch (FileFormat.of(flags.value("--format"), name)) {
          case DYNAMODB_JSON -> new InputFormat.DynamoDbJson();
          case ION -> new InputFormat.Ion();
          case CSV ->
              new InputFormat.Csv(
                  new CsvOptions(delimiter(flags.value("--delimiter"), name), list("--header")),
                  types);
          case PARQUET -> null;
        };
    if (format == null) {
      return ParquetRecords.open(file, types);
    }
    InputStream in = Files.newInputStream(file);
    try {
      return format.read(FileFormat.compression(name).decompress(in));
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** The delimiter of CSV. */
  static char delimiter(Optional<String> given, String fileName) throws CommandException {
    if (given.isPresent() && given.get().length() != 1) {
      throw CommandException.misused(
          "--delimiter is \"" + given.get() + "\", but must be one character");
    }
    return given.isPresent() ? given.get().charAt(0) : FileFormat.delimiter(fileName);
  }
}
