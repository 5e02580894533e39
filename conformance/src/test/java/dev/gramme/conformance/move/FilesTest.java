package dev.gramme.conformance.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** {@code ./gramme import} and {@code ./gramme export} with a server. */
final class FilesTest {
  private final LocalServer server = LocalServer.start();
  @TempDir Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  private Command run(String name, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.add("--endpoint=" + server.address());
    return Command.run(name, all.toArray(String[]::new));
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private void fill(String table, int items) {
    server.createTable(table);
    for (int i = 0; i < items; i++) {
      server.put(
          table,
          Map.of(
              "id", s("item " + i),
              "number", AttributeValue.fromN(i + ".50"),
              "bytes", AttributeValue.fromB(SdkBytes.fromUtf8String("b" + i)),
              "set", AttributeValue.fromNs(List.of("2", "1")),
              "map",
                  AttributeValue.fromM(
                      Map.of(
                          "list",
                          AttributeValue.fromL(
                              List.of(
                                  AttributeValue.fromBool(true), AttributeValue.fromNul(true)))))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"all.json", "all.jsonl.gz", "all.ion", "all.parquet"})
  void an_exported_table_is_the_same_after_its_import(String name) {
    fill("from", 60);
    server.createTable("target");

    assertThat(run("export", "--table=from", "--out", file(name)).succeeded())
        .isEqualTo("60 items of from in " + file(name) + "\n");
    assertThat(run("import", file(name), "--table=target").succeeded())
        .startsWith("60 items written to target with ");

    assertThat(server.items("target")).hasSize(60).isEqualTo(server.items("from"));
  }

  @Test
  void one_item_is_counted_in_the_singular() {
    fill("from", 1);
    server.createTable("target");

    assertThat(run("export", "--table=from", "--out", file("one.json")).succeeded())
        .isEqualTo("1 item of from in " + file("one.json") + "\n");
    assertThat(run("import", file("one.json"), "--table=target").succeeded())
        .startsWith("1 item written to target with ");
  }

  @Test
  void without_a_file_the_export_is_printed() {
    fill("few", 2);

    assertThat(run("export", "--table=few").succeeded().lines())
        .hasSize(2)
        .allMatch(line ->
            line.startsWith("{\"Item\":{") && line.contains("\"set\":{\"NS\":[\"1\",\"2\"]}"));
  }

  @Test
  void csv_has_the_keys_first_and_other_attributes_in_order() throws IOException {
    fill("from", 1);

    run("export", "--table=from", "--out", file("all.csv.gz")).succeeded();

    try (var in = new GZIPInputStream(Files.newInputStream(folder.resolve("all.csv.gz")))) {
      assertThat(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
          .isEqualToNormalizingNewlines(
              """
              id,bytes,map,number,set
              item 0,YjA=,"{""M"":{""list"":{""L"":[{""BOOL"":true},{""NULL"":true}]}}}",0.5,"{""NS"":[""1"",""2""]}"
              """);
    }
    assertThat(run("export", "--table=from", "--format=csv", "--columns=number,id").succeeded())
        .isEqualToNormalizingNewlines("number,id\n0.5,item 0\n");
  }

  @Test
  void columns_of_csv_have_types_and_the_last_row_of_a_key_remains() throws IOException {
    server.createTable("prices");
    var rows = new StringBuilder("id;price;name\n");
    for (int i = 0; i < 200; i++) {
      rows.append("a;").append(i).append(";n\n");
    }
    Files.writeString(folder.resolve("prices.csv"), rows);

    run("import", file("prices.csv"), "--table=prices", "--delimiter=;", "--types=price:N")
        .succeeded();

    assertThat(server.items("prices").values())
        .containsExactly(
            Map.of("id", s("a"), "price", AttributeValue.fromN("199"), "name", s("n")));
  }

  /** The file was written by Parquet's own library for Java. */
  @Test
  void rows_of_parquet_are_items() throws IOException {
    server.createTable("films", "title");
    try (var in = FilesTest.class.getResourceAsStream("/parquet/films.parquet")) {
      Files.copy(Objects.requireNonNull(in), folder.resolve("films.parquet"));
    }

    Command result = run("import", file("films.parquet"), "--table=films");

    assertThat(result.err())
        .startsWith("gramme: " + file("films.parquet") + ": record 3: ValidationException: ");
    assertThat(result.out()).startsWith("2 items written to films");
    assertThat(server.items("films").values())
        .containsExactlyInAnyOrder(
            Map.of("title", s("Star Wars"), "year", n("1977")),
            Map.ofEntries(
                Map.entry("title", s("Rush")),
                Map.entry("year", n("2013")),
                Map.entry("votes", n("527000")),
                Map.entry("rating", n("8.1")),
                Map.entry("seen", AttributeValue.fromBool(true)),
                Map.entry("cost", n("38500000.25")),
                Map.entry(
                    "poster", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2, 3}))),
                Map.entry("released", s("2013-09-09")),
                Map.entry("added", s("2023-11-14T22:13:20.123456Z")),
                Map.entry("genres", AttributeValue.fromL(List.of(s("Sport"), s("Drama")))),
                Map.entry("roles", AttributeValue.fromM(Map.of("Lauda", n("1")))),
                Map.entry(
                    "director",
                    AttributeValue.fromM(Map.of("name", s("Howard"), "born", n("1954"))))));
    Files.writeString(folder.resolve("no.parquet"), "PAR1 is not enough, PAR1");
    assertThat(run("import", file("no.parquet"), "--table=films").failure(1))
        .startsWith("gramme: " + file("no.parquet"));
  }

  @Test
  void an_export_to_parquet_keeps_items_of_several_types_and_of_one_column() {
    fill("from", 30);
    server.put(
        "from",
        Map.of(
            "id", s("other"),
            "number", n("1e125"),
            "bytes", s("text"),
            "set", AttributeValue.fromSs(List.of("a")),
            "map", AttributeValue.fromNul(true)));
    server.createTable("target");
    server.createTable("numbers");

    run("export", "--table=from", "--out", file("all.parquet")).succeeded();
    run("import", file("all.parquet"), "--table=target").succeeded();
    run("export", "--table=from", "--columns=id,number", "--out", file("numbers.parquet"))
        .succeeded();
    run("import", file("numbers.parquet"), "--table=numbers").succeeded();

    assertThat(server.items("target")).hasSize(31).isEqualTo(server.items("from"));
    assertThat(server.items("numbers").values())
        .hasSize(31)
        .contains(Map.of("id", s("item 7"), "number", n("7.5")))
        .allMatch(item -> item.keySet().equals(Set.of("id", "number")));
  }

  @Test
  void a_parquet_file_is_printed_whole_and_an_empty_table_is_one() {
    server.createTable("empty");

    assertThat(run("export", "--table=empty", "--format=parquet").succeeded())
        .startsWith("PAR1")
        .endsWith("PAR1");
  }

  @Test
  void exports_to_parquet_that_cannot_succeed_leave_no_file() {
    fill("wide", 1);
    for (int i = 0; i < 6; i++) {
      var item = new HashMap<String, AttributeValue>();
      for (int j = 0; j < 200; j++) {
        item.put("attribute " + (200 * i + j), n("1"));
      }
      item.put("id", s("wide " + i));
      server.put("wide", item);
    }

    assertThat(run("export", "--table=wide", "--out", file("wide.parquet")).failure(1))
        .isEqualTo("gramme: the items have more than 1000 attributes: choose some with --columns");
    assertThat(run("export", "--table=wide", "--out", file("wide.parquet.gz")).failure(2))
        .isEqualTo("gramme: a Parquet file is compressed inside: leave out the end .gz");
    assertThat(folder).isEmptyDirectory();
  }

  private static AttributeValue n(String text) {
    return AttributeValue.fromN(text);
  }

  @Test
  void bad_records_are_named_and_the_others_written() throws IOException {
    server.createTable("notes");
    Files.writeString(
        folder.resolve("1.json"),
        """
        {"Item":{"id":{"S":"a"}}}
        {"Item":{"id":{"N":"1"}}}
        {"Item":{"no":{"S":"b"}}}
        {"Item":{"id":{"S":"c"},"n":{"N":"x"}}}
        {"Item":{"id":{"S":"d"}}}
        """);
    Files.writeString(folder.resolve("2.json"), "{\"Item\":{\"id\":{\"S\":\"e\"}}}\n{\"It");

    var result = run("import", folder.toString(), "--table=notes");

    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out()).contains("3 items written to notes").contains("4 records refused");
    assertThat(result.err())
        .contains(file("1.json") + ": record 2: ValidationException: ")
        .contains(file("1.json") + ": record 3: the item has no key attribute id")
        .contains(file("1.json") + ": record 4: ")
        .contains(file("2.json") + ": after record 1 the rest cannot be read: ");
    assertThat(server.items("notes")).hasSize(3);
  }

  @Test
  void misuse_is_explained() {
    assertThat(run("import", file("no.json"), "--table=t").failure(1))
        .isEqualTo("gramme: " + file("no.json") + " does not exist");
    assertThat(run("export", "--table=none").failure(1))
        .isEqualTo("gramme: there is no table none at " + server.address());
    assertThat(Command.run("export", "--table=none", "--endpoint=ftp://x").failure(2))
        .contains("\"ftp://x\" is no server");
    assertThat(Command.run("export", "--table=none", "--endpoint=http://127.0.0.1:1").failure(1))
        .isEqualTo("gramme: http://127.0.0.1:1 cannot be reached: Connection refused");
    assertThat(run("import", "--table=t").failure(2)).contains("give at least one file");
    assertThat(run("import", folder.toString(), "--tabel=t").failure(2))
        .isEqualTo("gramme: unknown option --tabel");
  }
}
