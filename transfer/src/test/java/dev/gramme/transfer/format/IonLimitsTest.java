package dev.gramme.transfer.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.transfer.format.RecordReader.Parsed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Small objects of Ion whose records are large. */
final class IonLimitsTest {
  private static final Parsed GOOD = new Parsed.Good(Item.of("id", new S("next")));
  private static final Parsed TOO_LONG =
      new Parsed.Bad("The record is longer than any item can be");
  private static final int SLACK = 1 << 17;

  /** Counts the decompressed bytes that a reader takes. */
  private static final class Taken extends FilterInputStream {
    private int bytes;

    Taken(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      throw new UnsupportedOperationException("the reader takes single bytes");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = in.read(into, offset, length);
      bytes += Math.max(0, count);
      return count;
    }
  }

  private interface Content {
    void writeTo(IonWriter ion) throws IOException;
  }

  /** A compressed binary object: a record with a list, and the record {@link #GOOD}. */
  private static byte[] withList(Content elements) throws IOException {
    return compressed(ion -> {
      ion.stepIn(IonType.STRUCT);
      ion.setFieldName("Item");
      ion.stepIn(IonType.STRUCT);
      ion.setFieldName("list");
      ion.stepIn(IonType.LIST);
      elements.writeTo(ion);
      ion.stepOut();
      ion.stepOut();
      ion.stepOut();
    });
  }

  private static byte[] compressed(Content first) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out);
        IonWriter ion = IonBinaryWriterBuilder.standard().build(gzip)) {
      first.writeTo(ion);
      ion.stepIn(IonType.STRUCT);
      ion.setFieldName("Item");
      ion.stepIn(IonType.STRUCT);
      ion.setFieldName("id");
      ion.writeString("next");
      ion.stepOut();
      ion.stepOut();
    }
    assertThat(out.size()).isLessThan(1 << 17);
    return out.toByteArray();
  }

  private static Content empties(int count) {
    return ion -> {
      for (int i = 0; i < count; i++) {
        ion.stepIn(IonType.STRUCT);
        ion.stepOut();
      }
    };
  }

  private static Taken taken(byte[] object) throws IOException {
    return new Taken(Compression.GZIP.decompress(new ByteArrayInputStream(object)));
  }

  @Test
  void a_record_with_more_values_than_an_item_can_have_is_one_error() throws IOException {
    byte[] object = withList(empties(Limits.ITEM_BYTES + 1));
    try (var reader = new InputFormat.Ion().read(taken(object))) {
      assertThat(reader.next()).isEqualTo(TOO_LONG);
      assertThat(reader.next()).isEqualTo(GOOD);
      assertThat(reader.next()).isNull();
    }
  }

  @Test
  void a_record_longer_than_any_item_is_not_read_to_its_end() throws IOException {
    Taken taken = taken(withList(empties(3 * RecordBytes.MAX_BYTES)));
    try (var reader = new InputFormat.Ion().read(taken)) {
      assertThatThrownBy(reader::next)
          .isInstanceOf(MalformedDataException.class)
          .hasMessage("The record is longer than any item can be");
    }
    assertThat(taken.bytes).isLessThan(RecordBytes.MAX_BYTES + SLACK);
  }

  @Test
  void a_value_longer_than_any_item_is_not_read_to_its_end() throws IOException {
    String text = "x".repeat(3 * RecordBytes.MAX_BYTES);
    Taken taken = taken(withList(ion -> ion.writeString(text)));
    try (var reader = new InputFormat.Ion().read(taken)) {
      assertThatThrownBy(reader::next)
          .isInstanceOf(MalformedDataException.class)
          .hasMessageContaining("The record is longer than any item can be");
    }
    assertThat(taken.bytes).isLessThan(RecordBytes.MAX_BYTES + SLACK);
  }

  @Test
  void many_records_may_be_longer_than_a_record_altogether() throws IOException {
    byte[] object =
        compressed(ion -> {
          for (int record = 0; record < 15; record++) {
            ion.stepIn(IonType.STRUCT);
            ion.setFieldName("Item");
            ion.stepIn(IonType.STRUCT);
            ion.setFieldName("text");
            ion.writeString("x".repeat(Limits.ITEM_BYTES - 100));
            ion.stepOut();
            ion.stepOut();
          }
        });
    Taken taken = taken(object);
    try (var reader = new InputFormat.Ion().read(taken)) {
      for (int record = 0; record < 15; record++) {
        assertThat(reader.next()).isInstanceOf(Parsed.Good.class);
      }
      assertThat(reader.next()).isEqualTo(GOOD);
    }
    assertThat(taken.bytes).isGreaterThan(2 * RecordBytes.MAX_BYTES);
  }

  @Test
  void a_symbol_table_with_too_many_names_ends_the_object() throws IOException {
    byte[] names = new byte[RecordBytes.MAX_BYTES - SLACK];
    Arrays.fill(names, (byte) 0x80); // empty strings
    byte[] symbols = concat(new byte[] {(byte) 0x87}, container(0xbe, names));
    byte[] table = concat(new byte[] {(byte) 0x81, (byte) 0x83}, container(0xde, symbols));
    byte[] record = container(0xde, new byte[] {(byte) 0x84, 0x11});
    byte[] object = concat(concat(VERSION, container(0xee, table)), record);
    try (var reader = new InputFormat.Ion().read(new ByteArrayInputStream(object))) {
      assertThatThrownBy(reader::next)
          .isInstanceOf(MalformedDataException.class)
          .hasMessage("The symbol table has more than 262144 names");
    }
  }

  private static final byte[] VERSION = {(byte) 0xe0, 0x01, 0x00, (byte) 0xea};

  /** A symbol table that adds a name to the one before it, and a record that is no item. */
  private static byte[] recordWithName(byte[] name) {
    byte[] imports = {(byte) 0x81, (byte) 0x83};
    byte[] before = {(byte) 0x86, 0x71, 0x03, (byte) 0x87};
    byte[] names = container(0xbe, container(0x8e, name));
    byte[] table = concat(imports, container(0xde, concat(before, names)));
    return concat(container(0xee, table), container(0xde, new byte[] {(byte) 0x84, 0x11}));
  }

  @Test
  void names_of_a_symbol_table_that_are_too_long_together_end_the_object() throws IOException {
    var object = new ByteArrayOutputStream();
    object.write(VERSION);
    for (int i = 0; i < 24; i++) {
      object.write(recordWithName(new byte[1 << 20]));
    }
    try (var reader = new InputFormat.Ion().read(new ByteArrayInputStream(object.toByteArray()))) {
      for (int i = 0; i < 16; i++) {
        assertThat(reader.next()).isInstanceOf(Parsed.Bad.class);
      }
      assertThatThrownBy(
              () -> {
                while (reader.next() != null) {
                  // 8 records, of which one is one too many
                }
              })
          .isInstanceOf(MalformedDataException.class)
          .hasMessage("The names in the symbol table have more than 16777216 characters");
    }
  }

  /** It takes a second. With a copy of the symbol table for each record it takes minutes. */
  @Test
  void each_of_many_records_may_add_a_name_to_the_symbol_table() throws IOException {
    int records = 100_000;
    var object = new ByteArrayOutputStream();
    object.write(VERSION);
    for (int i = 0; i < records; i++) {
      object.write(recordWithName(("name " + i).getBytes(UTF_8)));
    }
    try (var reader = new InputFormat.Ion().read(new ByteArrayInputStream(object.toByteArray()))) {
      for (int i = 0; i < records; i++) {
        assertThat(reader.next()).isInstanceOf(Parsed.Bad.class);
      }
      assertThat(reader.next()).isNull();
    }
  }

  /** A binary value of this type, whose length has four digits to the base 128. */
  private static byte[] container(int type, byte[] content) {
    int length = content.length;
    byte[] head = {
      (byte) type,
      (byte) (length >> 21 & 0x7f),
      (byte) (length >> 14 & 0x7f),
      (byte) (length >> 7 & 0x7f),
      (byte) ((length & 0x7f) | 0x80)
    };
    return concat(head, content);
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  @Test
  void a_compressed_line_of_text_is_not_decompressed() throws IOException {
    var line = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(line)) {
      gzip.write("{Item:{id:\"next\"}}".getBytes(UTF_8));
    }
    assertThat(line.toString(ISO_8859_1)).doesNotContain("\n");
    try (var reader = new InputFormat.Ion().read(new ByteArrayInputStream(line.toByteArray()))) {
      assertThat(reader.next()).isInstanceOf(Parsed.Bad.class);
    }
  }
}
