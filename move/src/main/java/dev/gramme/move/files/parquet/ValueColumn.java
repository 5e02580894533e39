package dev.gramme.move.files.parquet;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.ByteWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A column with values: those of the current row group, which become one page. */
final class ValueColumn implements Column {
  private static final int GZIP = 2;
  private static final int PLAIN = 0;
  private static final int RLE = 3;
  private static final int DATA_PAGE = 0;

  private final List<String> path;
  private final ValueType type;
  private final int maxDefinition;
  private final int maxRepetition;
  private final Levels definitions = new Levels();
  private final Levels repetitions = new Levels();
  private ByteWriter values = new ByteWriter(16);
  private int count;

  ValueColumn(List<String> path, ValueType type, int maxDefinition, int maxRepetition) {
    this.path = List.copyOf(path);
    this.type = type;
    this.maxDefinition = maxDefinition;
    this.maxRepetition = maxRepetition;
  }

  @Override
  public void write(@Nullable AttributeValue value, int repetition, int definition) {
    count++;
    repetitions.add(repetition);
    definitions.add(value == null ? definition : maxDefinition);
    if (value != null) {
      type.write(value, values);
    }
  }

  @Override
  public void describe(ThriftWriter schema) {
    schema.begin().i32(1, type.physical());
    if (type instanceof ValueType.Decimals decimals) {
      schema.i32(2, decimals.length());
    }
    schema.i32(3, OPTIONAL).text(4, path.getLast());
    type.annotate(schema);
    schema.end();
  }

  @Override
  public List<ValueColumn> leaves() {
    return List.of(this);
  }

  @Override
  public int elements() {
    return 1;
  }

  /**
   * The memory of the current row group: values, and a bit for each level, of which runs are few.
   */
  int bytes() {
    return values.length() + definitions.bytes() + repetitions.bytes() + count / 8;
  }

  /**
   * Ends the row group: writes the values as a page, and describes them.
   *
   * @param offset where the page begins in the file
   * @param group the description of the row group, in its list of columns
   */
  Lengths end(long offset, OutputStream out, ThriftWriter group) throws IOException {
    byte[] body = body();
    var compressed = new ByteArrayOutputStream(body.length / 4 + 32);
    try (var gzip = new GZIPOutputStream(compressed)) {
      gzip.write(body);
    }
    byte[] page = compressed.toByteArray();
    byte[] header = header(body.length, page);
    out.write(header);
    out.write(page);
    var lengths =
        new Lengths((long) header.length + body.length, (long) header.length + page.length);
    describe(group, offset, lengths);
    count = 0;
    return lengths;
  }

  private byte[] body() {
    var body = new ByteWriter(bytes() + 32);
    if (maxRepetition > 0) {
      repetitions.moveTo(body);
    }
    definitions.moveTo(body);
    byte[] plain = values.toByteArray();
    values = new ByteWriter(16);
    body.write(type instanceof ValueType.Bits ? ValueType.Bits.packed(plain) : plain);
    return body.toByteArray();
  }

  private byte[] header(int length, byte[] page) {
    var checksum = new CRC32();
    checksum.update(page);
    return new ThriftWriter()
        .i32(1, DATA_PAGE)
        .i32(2, length)
        .i32(3, page.length)
        .i32(4, (int) checksum.getValue())
        .begin(5)
        .i32(1, count)
        .i32(2, PLAIN)
        .i32(3, RLE)
        .i32(4, RLE)
        .end()
        .end()
        .takeByteArray();
  }

  private void describe(ThriftWriter group, long offset, Lengths lengths) {
    group.begin().i64(2, 0).begin(3).i32(1, type.physical());
    group.numbers(2, 2).i32(PLAIN).i32(RLE).texts(3, path.size());
    path.forEach(group::text);
    group.i32(4, GZIP).i64(5, count).i64(6, lengths.plain()).i64(7, lengths.compressed());
    group.i64(9, offset).end().end();
  }

  /** The lengths of header and page in a row group. */
  record Lengths(long plain, long compressed) {}
}
