package dev.gramme.apps.savings.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.Item;
import dev.gramme.move.files.parquet.ColumnTypes;
import dev.gramme.move.files.parquet.ParquetWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Spark, which reads with Parquet's own library, reads what {@code ./gramme export} writes. */
@Tag("long")
@ResourceLock("Spark, of which a process has one")
class ExportedParquetTest {
  private static final int ITEMS = 300_000;

  private static SparkSession spark;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    spark =
        SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false").getOrCreate();
  }

  @AfterAll
  static void stop() throws IOException {
    spark.close();
  }

  private Dataset<Row> written(List<Item> items) throws IOException {
    Path file = folder.resolve("items.parquet");
    var types = new ColumnTypes(List.of("id"), true, 1_000);
    items.forEach(types::add);
    try (var writer = new ParquetWriter(Files.newOutputStream(file), types)) {
      for (Item item : items) {
        writer.item(item);
      }
      writer.finish();
    }
    return spark.read().parquet(file.toString());
  }

  @Test
  void columns_have_types_and_rows_their_values() throws IOException {
    var most = new BigDecimal("99999999999999999999999999999999999.999");
    var first =
        Item.builder()
            .put("id", new S("a€"))
            .put("bytes", new B(Binary.copyOf(new byte[] {0, -1})))
            .put("flag", Bool.TRUE)
            .put("long", N.of(Long.MIN_VALUE))
            .put("price", new N(new BigDecimal("-8.25")))
            .put("most", new N(most))
            .put("wide", new N(new BigDecimal("1E+125")))
            .put("tags", new SS(List.of("x", "y")))
            .put("numbers", new NS(List.of(new BigDecimal("0.5"), BigDecimal.ONE)))
            .put("list", new L(List.of(new M(Item.of("n", N.of(1))), Null.NULL)))
            .put("map", new M(Item.of("city", new S("Bern"))))
            .put("any", Null.NULL)
            .build();
    var second = Item.of("id", new S("b"), "wide", new N(new BigDecimal("1E-130")));

    Dataset<Row> rows = written(List.of(first, second)).orderBy("id");

    assertThat(rows.schema().toDDL())
        .isEqualTo(
            "id STRING,any STRING,bytes BINARY,flag BOOLEAN,list ARRAY<STRUCT<n: BIGINT>>,"
                + "long BIGINT,map STRUCT<city: STRING>,most DECIMAL(38,3),"
                + "numbers ARRAY<DECIMAL(2,1)>,price DECIMAL(3,2),tags ARRAY<STRING>,wide STRING");
    assertThat(rows.toJSON().collectAsList())
        .containsExactly(
            "{\"id\":\"a€\",\"any\":\"{\\\"NULL\\\":true}\",\"bytes\":\"AP8=\",\"flag\":true,"
                + "\"list\":[{\"n\":1},null],\"long\":-9223372036854775808,"
                + "\"map\":{\"city\":\"Bern\"},\"most\":"
                + most.toPlainString()
                + ","
                + "\"numbers\":[0.5,1.0],\"price\":-8.25,\"tags\":[\"x\",\"y\"],\"wide\":\"1"
                + "0".repeat(125)
                + "\"}",
            "{\"id\":\"b\",\"wide\":\"0." + "0".repeat(129) + "1\"}");
  }

  @Test
  void files_of_several_row_groups_have_all_rows() throws IOException {
    var items = new ArrayList<Item>(ITEMS);
    for (int i = 0; i < ITEMS; i++) {
      var item = Item.builder().put("id", new S("item number " + i)).put("n", N.of(i));
      if (i % 3 == 0) {
        item.put("note", new S("some text that is repeated in every third item of the table"));
        item.put("odd", Bool.of(i % 2 == 1));
      }
      items.add(item.build());
    }

    Dataset<Row> rows = written(items);

    assertThat(rows.selectExpr("sum(n)", "count(note)", "count_if(odd)").collectAsList())
        .extracting(row -> row.mkString(" "))
        .containsExactly("44999850000 100000 50000");
    assertThat(rows.filter("id = concat('item number ', n)").count()).isEqualTo(ITEMS);
  }
}
