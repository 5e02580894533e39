package dev.gramme.toolkit.workbench;

import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A data model of NoSQL Workbench: tables with their facets, indexes and sample items. Reading and
 * writing a model preserves it, including unknown members.
 *
 * <pre>{@code
 * WorkbenchModel model = WorkbenchModel.read(Path.of("AnOnlineShop.json"));
 * TableSchema schema = model.table("OnlineShop").schema();
 * }</pre>
 *
 * @param name the model's name
 * @param metadata author and date, as in the file
 * @param tables its tables
 * @param others other members of the file
 */
public record WorkbenchModel(
    String name, Json.Members metadata, List<WorkbenchTable> tables, Json.Members others) {
  private static final Set<String> KNOWN = Set.of("ModelName", "ModelMetadata", "DataModel");

  public WorkbenchModel {
    tables = List.copyOf(tables);
  }

  /**
   * Creates a model.
   *
   * @param name the model's name
   * @param author its author
   * @param date the date in the form of NoSQL Workbench: {@code Nov 21, 2026, 09:00 AM}
   */
  public static WorkbenchModel of(
      String name, String author, String date, List<WorkbenchTable> tables) {
    Json.Members metadata =
        Json.object()
            .put("Author", author)
            .put("DateCreated", date)
            .put("DateLastModified", date)
            .put("Description", "")
            .put("AWSService", "Amazon DynamoDB")
            .put("Version", "3.0")
            .build();
    return new WorkbenchModel(name, metadata, tables, Json.object().build());
  }

  /** Reads a file; see {@link #parse}. */
  public static WorkbenchModel read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  /**
   * Parses a model.
   *
   * @throws JsonException if the text is not JSON or not a model; the message has the position
   */
  public static WorkbenchModel parse(String text) {
    var root = new Node("", Json.parse(text));
    List<WorkbenchTable> tables =
        root.member("DataModel").elements().stream().map(TableReader::table).toList();
    return new WorkbenchModel(
        root.member("ModelName").text(),
        root.optional("ModelMetadata").map(Node::object).orElse(Json.object().build()),
        tables,
        root.without(KNOWN));
  }

  /** The model in the file format of NoSQL Workbench. */
  public String json() {
    return Json.object()
        .put("ModelName", name)
        .put("ModelMetadata", metadata)
        .put("DataModel", new Json.Elements(tables.stream().<Json>map(TableWriter::table).toList()))
        .putAll(others)
        .build()
        .pretty();
  }

  /**
   * One of its tables.
   *
   * @throws IllegalArgumentException if there is no table with this name
   */
  public WorkbenchTable table(String wanted) {
    return tables.stream()
        .filter(table -> table.schema().name().equals(wanted))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the model has no table " + wanted));
  }
}
