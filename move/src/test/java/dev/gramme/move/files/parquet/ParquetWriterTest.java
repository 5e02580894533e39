package dev.gramme.move.files.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.testkit.Gen;
import dev.gramme.transfer.format.RecordReader.Parsed;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.FileMetaData;
import dev.hardwood.reader.ParquetFileReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are read back with Hardwood, whose code is not the writer's. */
final class ParquetWriterTest {
  private static final int MAX_COLUMNS = 1_000;
  private static final int ONE_GROUP = 16 << 20;

  @TempDir Path folder;

  private Path write(List<Item> items) throws IOException {
    return write(items, MAX_COLUMNS, ONE_GROUP);
  }

  private Path write(List<Item> items, int maxColumns, int groupBytes) throws IOException {
    var types = new ColumnTypes(List.of("id"), true, maxColumns);
    items.forEach(types::add);
    return write(items, types, groupBytes);
  }

  private Path write(List<Item> items, ColumnTypes types, int groupBytes) throws IOException {
    Path file = folder.resolve("items.parquet");
    try (var writer = new ParquetWriter(Files.newOutputStream(file), types, groupBytes)) {
      for (Item item : items) {
        writer.item(item);
      }
      writer.finish();
    }
    return file;
  }

  private static List<Item> read(Path file) throws IOException {
    return read(file, Map.of());
  }

  private static List<Item> read(Path file, Map<String, AttributeType> types) throws IOException {
    var items = new ArrayList<Item>();
    try (var records = ParquetRecords.open(file, types)) {
      for (Parsed record = records.next(); record != null; record = records.next()) {
        switch (record) {
          case Parsed.Good(Item item) -> items.add(item);
          case Parsed.Bad(String message) -> throw new AssertionError(message);
        }
      }
    }
    return items;
  }

  private static FileMetaData metadata(Path file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(file))) {
      return reader.getFileMetaData();
    }
  }

  /** The schema without its root, such as {@code a:INT64}. */
  private static List<String> schema(Path file) throws IOException {
    return metadata(file).schema().stream()
        .skip(1)
        .map(each -> each.name() + ":" + (each.type() == null ? "group" : each.type()))
        .toList();
  }

  private static Item item(Map<String, AttributeValue> attributes) {
    return Item.of(attributes);
  }

  private static N n(String number) {
    return new N(DynamoNumber.parse(number));
  }

  private static NS ns(String... numbers) {
    return new NS(Stream.of(numbers).map(DynamoNumber::parse).toList());
  }

  private static B b(int... bytes) {
    var array = new byte[bytes.length];
    IntStream.range(0, bytes.length).forEach(i -> array[i] = (byte) bytes[i]);
    return new B(Binary.copyOf(array));
  }

  @Test
  void items_of_any_attributes_are_the_same_when_read() {
    Gen.forAll(
        150,
        gen -> {
          List<Item> items = gen.listOf(0, 8, () -> anyItem(gen));
          assertThat(read(write(items, MAX_COLUMNS, gen.between(1, 4_000)))).isEqualTo(items);
        });
  }

  private static Item anyItem(Gen gen) {
    var item = Item.builder().put("id", new S("x"));
    gen.listOf(0, 4, () -> gen.oneOf("a", "b", "c.d", "a b", "ä"))
        .forEach(name -> item.put(name, gen.value(4)));
    return item.build();
  }

  @Test
  void columns_of_one_type_are_the_same_when_read() {
    Gen.forAll(
        150,
        gen -> {
          var shapes = new HashMap<String, Shape>();
          for (String name : List.of("a", "b", "c", "d")) {
            shapes.put(name, Shape.any(gen, 4));
          }
          List<Item> items = gen.listOf(0, 20, () -> new Shape.Fields(shapes).item(gen));
          assertThat(read(write(items, MAX_COLUMNS, gen.between(1, 4_000)))).isEqualTo(items);
        });
  }

  /** What the values of a column have in common. */
  private sealed interface Shape {
    AttributeValue value(Gen gen);

    static Shape any(Gen gen, int depth) {
      return switch (depth == 0 ? 0 : gen.nextInt(4)) {
        case 0, 1 ->
            new Scalar(
                gen.oneOf(
                    Stream.of(AttributeType.values())
                        .filter(type -> type != AttributeType.L && type != AttributeType.M)
                        .toList()));
        case 2 -> new ListOf(any(gen, depth - 1));
        default -> new Fields(Map.of("x", any(gen, depth - 1), "y", any(gen, depth - 1)));
      };
    }

    record Scalar(AttributeType type) implements Shape {
      @Override
      public AttributeValue value(Gen gen) {
        return gen.value(type, 1);
      }
    }

    record ListOf(Shape element) implements Shape {
      @Override
      public AttributeValue value(Gen gen) {
        return new L(gen.listOf(0, 3, () -> gen.chance(20) ? Null.NULL : element.value(gen)));
      }
    }

    record Fields(Map<String, Shape> fields) implements Shape {
      @Override
      public AttributeValue value(Gen gen) {
        return new M(item(gen));
      }

      Item item(Gen gen) {
        var item = Item.builder();
        fields.forEach((name, shape) -> {
          if (gen.chance(70)) {
            item.put(name, shape.value(gen));
          }
        });
        return item.build();
      }
    }
  }

  @Test
  void values_at_their_limits_are_the_same_when_read() throws IOException {
    String most = "9".repeat(38);
    var limits =
        Map.<String, List<AttributeValue>>of(
            "long", List.of(n("9223372036854775807"), n("-9223372036854775808"), n("0")),
            "beyond long", List.of(n("9223372036854775808"), n("-1"), n("0")),
            "decimal", List.of(n(most), n("-" + most), n("1")),
            "fraction", List.of(n("0." + most), n("-0." + most), n("0." + "0".repeat(37) + "1")),
            "wide", List.of(n("9e125"), n("-1e-130"), n("1")),
            "numbers", List.of(ns("1", "-9e125", "1e-130"), ns(most), ns("0.5")),
            "text", List.of(new S(""), new S("\u0000\n\"€😀"), new S("x".repeat(300_000))),
            "binary", List.of(b(), b(0, 255, 128), b(1)),
            "nothing", List.of(Null.NULL, new S(""), new L(List.of())),
            "empty", List.of(new M(Item.empty()), new M(Item.empty()), new M(Item.empty())));
    var items =
        IntStream.range(0, 3)
            .mapToObj(i ->
                item(
                    limits.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().get(i)))))
            .toList();

    Path file = write(items);

    assertThat(read(file)).isEqualTo(items);
    assertThat(schema(file))
        .contains(
            "long:INT64",
            "beyond long:FIXED_LEN_BYTE_ARRAY",
            "decimal:FIXED_LEN_BYTE_ARRAY",
            "fraction:FIXED_LEN_BYTE_ARRAY",
            "wide:BYTE_ARRAY",
            "nothing:BYTE_ARRAY",
            "empty:BYTE_ARRAY");
  }

  @Test
  void values_of_the_deepest_nesting_are_the_same_when_read() throws IOException {
    AttributeValue lists = new S("a");
    AttributeValue maps = n("1.5");
    AttributeValue json = Null.NULL;
    for (int i = 0; i < Limits.NESTING_LEVELS; i++) {
      lists = new L(List.of(lists));
      maps = new M(item(Map.of("m", maps)));
      json = new L(List.of(json, new S("a"), N.of(1)));
    }
    var items = List.of(item(Map.of("lists", lists, "maps", maps, "json", json)));

    assertThat(read(write(items))).isEqualTo(items);
  }

  @Test
  void columns_have_the_types_that_other_programs_understand() throws IOException {
    var address = new M(item(Map.of("city", new S("Bern"), "at", new L(List.of(n("46.95"))))));
    Path file =
        write(
            List.of(
                item(
                    Map.of(
                        "id",
                        new S("a"),
                        "address",
                        address,
                        "any",
                        Null.NULL,
                        "flag",
                        Bool.TRUE,
                        "photo",
                        b(1),
                        "price",
                        n("8.10"),
                        "tags",
                        new SS(List.of("x", "y"))))));

    assertThat(schema(file))
        .containsExactly(
            "id:BYTE_ARRAY",
            "address:group",
            "at:group",
            "list:group",
            "element:FIXED_LEN_BYTE_ARRAY",
            "city:BYTE_ARRAY",
            "any:BYTE_ARRAY",
            "flag:BOOLEAN",
            "photo:BYTE_ARRAY",
            "price:FIXED_LEN_BYTE_ARRAY",
            "tags:group",
            "list:group",
            "element:BYTE_ARRAY");
    try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(file));
        var rows = reader.rowReader()) {
      rows.next();
      assertThat(rows.getString("id")).isEqualTo("a");
      assertThat(rows.getDecimal("price")).isEqualTo(new BigDecimal("8.1"));
      assertThat(rows.getStruct("address").getString("city")).isEqualTo("Bern");
      assertThat(rows.getList("tags").strings()).containsExactly("x", "y");
      assertThat(rows.getString("any")).isEqualTo("{\"NULL\":true}");
    }
  }

  @Test
  void row_groups_are_bounded_and_booleans_packed_in_each() throws IOException {
    var items = new ArrayList<Item>();
    for (int i = 0; i < 1_003; i++) {
      items.add(
          i % 10 == 0
              ? item(Map.of("id", N.of(i)))
              : item(Map.of("id", N.of(i), "odd", Bool.of(i % 3 == 0))));
    }

    Path file = write(items, MAX_COLUMNS, 1_000);

    assertThat(read(file)).isEqualTo(items);
    FileMetaData metadata = metadata(file);
    assertThat(metadata.numRows()).isEqualTo(1_003);
    assertThat(metadata.rowGroups())
        .hasSizeBetween(8, 20)
        .allSatisfy(group -> assertThat(group.totalByteSize()).isLessThan(2_000));
  }

  @Test
  void a_file_without_items_has_the_keys() throws IOException {
    Path file = write(List.of());

    assertThat(schema(file)).containsExactly("id:BYTE_ARRAY");
    assertThat(read(file)).isEmpty();
  }

  @Test
  void only_chosen_columns_are_written() throws IOException {
    var types = new ColumnTypes(List.of("b", "none", "b"), false, MAX_COLUMNS);
    var items = List.of(item(Map.of("a", N.of(1), "b", N.of(2))), item(Map.of("a", N.of(3))));
    items.forEach(types::add);

    Path file = write(items, types, ONE_GROUP);

    assertThat(schema(file)).containsExactly("b:INT64", "none:BYTE_ARRAY");
    assertThat(read(file)).containsExactly(item(Map.of("b", N.of(2))), Item.empty());
  }

  @Test
  void maps_with_many_names_are_json() throws IOException {
    var wide = Item.builder();
    IntStream.rangeClosed(0, ColumnType.MAX_FIELDS).forEach(i -> wide.put("f" + i, N.of(i)));
    var item = item(Map.of("id", new S("a"), "data", new M(wide.build())));

    Path file = write(List.of(item));

    assertThat(schema(file)).containsExactly("id:BYTE_ARRAY", "data:BYTE_ARRAY");
    assertThat(read(file)).containsExactly(item);
  }

  @Test
  void all_maps_are_json_when_their_fields_are_too_many_columns() throws IOException {
    var small = new M(item(Map.of("x", N.of(1), "y", N.of(2))));
    var items =
        List.of(
            item(Map.of("id", new S("a"), "a", small, "b", new L(List.of(small)))),
            item(Map.of("id", new S("b"), "c", small)));

    Path file = write(items, 5, ONE_GROUP);

    assertThat(schema(file))
        .containsExactly(
            "id:BYTE_ARRAY",
            "a:BYTE_ARRAY",
            "b:group",
            "list:group",
            "element:BYTE_ARRAY",
            "c:BYTE_ARRAY");
    assertThat(read(file)).isEqualTo(items);
  }

  @Test
  void attributes_beyond_the_bound_are_too_many() {
    var types = new ColumnTypes(List.of("id"), true, 2);
    types.add(item(Map.of("id", new S("a"), "a", N.of(1))));
    assertThat(types.areTooMany()).isFalse();
    types.add(item(Map.of("id", new S("b"), "b", N.of(1))));
    assertThat(types.areTooMany()).isTrue();
  }

  @Test
  void types_of_the_table_are_stronger_than_those_of_the_file() throws IOException {
    Path file = write(List.of(item(Map.of("id", N.of(7), "a", new S("1.50"), "b", new S("AQI=")))));

    assertThat(
            read(file, Map.of("id", AttributeType.S, "a", AttributeType.N, "b", AttributeType.B)))
        .containsExactly(item(Map.of("id", new S("7"), "a", n("1.5"), "b", b(1, 2))));
  }

  @Test
  void a_file_that_was_not_finished_cannot_be_read() throws IOException {
    Path file = folder.resolve("part.parquet");
    var types = new ColumnTypes(List.of("id"), true, MAX_COLUMNS);
    try (var writer = new ParquetWriter(Files.newOutputStream(file), types)) {
      writer.item(item(Map.of("id", new S("a"))));
    }

    assertThatThrownBy(() -> ParquetRecords.open(file, Map.of()))
        .isInstanceOf(DamagedFileException.class);
  }

  @Test
  void a_changed_byte_of_a_page_is_found() throws IOException {
    Path file = write(List.of(item(Map.of("id", new S("a")))));
    byte[] bytes = Files.readAllBytes(file);
    int page = Arrays.asList(box(bytes)).indexOf((byte) 0x1f);
    bytes[page + 12] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageContaining("CRC");
  }

  private static Byte[] box(byte[] bytes) {
    var boxed = new Byte[bytes.length];
    Arrays.setAll(boxed, i -> bytes[i]);
    return boxed;
  }

  @Test
  void sets_and_lists_of_all_kinds_remain_different() throws IOException {
    var items =
        List.of(
            item(
                Map.of(
                    "id", new S("a"),
                    "SS", new SS(List.of("a", "b")),
                    "NS", ns("1", "2.5"),
                    "BS", new BS(List.of(b(1).value(), b(2).value())),
                    "L", new L(List.of(new S("a"), Null.NULL, new S("b"))),
                    "deep", new L(List.of(new L(List.of(new SS(List.of("x")))), Null.NULL)),
                    "mixed", new L(List.of(N.of(1), new S("1"), Null.NULL)))));

    Path file = write(items);

    assertThat(read(file)).isEqualTo(items);
    assertThat(metadata(file).keyValueMetadata())
        .containsOnlyKeys("gramme.types")
        .hasEntrySatisfying(
            "gramme.types",
            types ->
                assertThat(types)
                    .contains("\"NS\":{\"S\":\"NS\"}")
                    .contains("\"deep\":{\"L\":[{\"L\":[{\"S\":\"SS\"}]}]}"));
  }
}
