package dev.gramme.transfer.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonReaderBuilder;
import com.github.luben.zstd.Zstd;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.testkit.Gen;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RoundTripTest {
  private static final int RUNS = 200;

  @ParameterizedTest
  @EnumSource
  void every_format_and_compression_preserves_items_exactly(OutputFormat format) {
    Gen.forAll(
        RUNS,
        gen -> {
          List<Item> items = gen.listOf(0, 5, gen::item);
          byte[] written = write(format, items);
          for (Compression compression : Compression.values()) {
            List<Item> read = read(input(format), compression, compress(compression, written));
            assertThat(read.stream().map(ItemCodec::encode))
                .as(compression.name())
                .containsExactlyElementsOf(items.stream().map(ItemCodec::encode).toList());
          }
        });
  }

  @Test
  void binary_ion_is_read_like_ion_text() {
    Gen.forAll(
        RUNS,
        gen -> {
          List<Item> items = gen.listOf(1, 5, gen::item);
          var binary = new ByteArrayOutputStream();
          try (IonReader text = IonReaderBuilder.standard().build(write(OutputFormat.ION, items));
              IonWriter writer = IonBinaryWriterBuilder.standard().build(binary)) {
            writer.writeValues(text);
          }
          assertThat(read(new InputFormat.Ion(), Compression.NONE, binary.toByteArray()))
              .isEqualTo(items);
        });
  }

  private static InputFormat input(OutputFormat format) {
    return switch (format) {
      case DYNAMODB_JSON -> new InputFormat.DynamoDbJson();
      case ION -> new InputFormat.Ion();
    };
  }

  private static byte[] write(OutputFormat format, List<Item> items) throws IOException {
    var out = new ByteArrayOutputStream();
    LineEncoder encoder = format.encoder();
    for (Item item : items) {
      encoder.item(item, out);
    }
    return out.toByteArray();
  }

  private static byte[] compress(Compression compression, byte[] bytes) throws IOException {
    return switch (compression) {
      case NONE -> bytes;
      case GZIP -> {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
          gzip.write(bytes);
        }
        yield out.toByteArray();
      }
      case ZSTD -> Zstd.compress(bytes);
    };
  }

  private static List<Item> read(InputFormat format, Compression compression, byte[] bytes)
      throws IOException {
    var items = new ArrayList<Item>();
    try (var in = compression.decompress(new ByteArrayInputStream(bytes));
        RecordReader reader = format.read(in)) {
      RecordReader.Parsed parsed;
      while ((parsed = reader.next()) != null) {
        assertThat(parsed).isInstanceOf(RecordReader.Parsed.Good.class);
        items.add(((RecordReader.Parsed.Good) parsed).item());
      }
    }
    return items;
  }
}
