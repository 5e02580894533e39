package dev.gramme.move.files.parquet;

import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.transfer.format.AttributeJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;

/**
 * Writes items as the rows of a Parquet file. It writes the smallest part of the format that every
 * reader knows: optional columns, values in the encoding PLAIN, one page of version 1 for each
 * column of a row group, compressed with GZIP, with checksums and without statistics. Not
 * thread-safe.
 *
 * <p>The memory is that of one row group. The descriptions of row groups, which belong to the end
 * of the file, are in a temporary file until then.
 *
 * <p>Source: parquet.thrift and README.md of Parquet's specification (version 2.10).
 */
public final class ParquetWriter implements AutoCloseable {
  /** The name of the file's own metadata that has the types of its columns. */
  static final String TYPES = "gramme.types";

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int ROW_GROUP_BYTES = 16 << 20;
  private static final int ROW_GROUP_ROWS = 1_000_000;

  private final OutputStream out;
  private final int rowGroupBytes;
  private final String types;
  private final SequencedMap<String, Column> columns;
  private final List<ValueColumn> leaves;
  private final Path groupsFile;
  private final OutputStream groups;
  private long position;
  private int groupCount;
  private int rowsOfGroup;
  private long rows;

  /** Writes to a stream, which {@link #close} closes. */
  public ParquetWriter(OutputStream out, ColumnTypes types) throws IOException {
    this(out, types, ROW_GROUP_BYTES);
  }

  ParquetWriter(OutputStream out, ColumnTypes types, int rowGroupBytes) throws IOException {
    this.out = out;
    this.rowGroupBytes = rowGroupBytes;
    SequencedMap<String, ColumnType> columnTypes = types.columns();
    this.types = described(columnTypes);
    this.columns = Column.columns(columnTypes, List.of(), 0, 0);
    this.leaves = columns.values().stream().flatMap(column -> column.leaves().stream()).toList();
    this.groupsFile = Files.createTempFile("gramme-parquet", ".groups");
    this.groups = new BufferedOutputStream(Files.newOutputStream(groupsFile));
    write(MAGIC);
  }

  private static String described(SequencedMap<String, ColumnType> types) {
    var item = Item.builder(types.size());
    types.forEach((name, type) -> item.put(name, type.described()));
    return AttributeJson.text(item.build());
  }

  /** Writes a row; attributes without a column are left out. */
  public void item(Item item) throws IOException {
    columns.forEach((name, column) -> column.write(item.get(name), 0, 0));
    rowsOfGroup++;
    long bytes = 0;
    for (ValueColumn leaf : leaves) {
      bytes += leaf.bytes();
    }
    if (bytes >= rowGroupBytes || rowsOfGroup == ROW_GROUP_ROWS) {
      endRowGroup();
    }
  }

  private void endRowGroup() throws IOException {
    var group = new ThriftWriter().structures(1, leaves.size());
    long begin = position;
    long length = 0;
    for (ValueColumn leaf : leaves) {
      ValueColumn.Lengths lengths = leaf.end(position, out, group);
      position += lengths.compressed();
      length += lengths.plain();
    }
    group.i64(2, length).i64(3, rowsOfGroup).i64(5, begin).i64(6, position - begin).end();
    groups.write(group.takeByteArray());
    groupCount++;
    rows += rowsOfGroup;
    rowsOfGroup = 0;
  }

  /** Writes the end of the file, without which it cannot be read. */
  public void finish() throws IOException {
    if (rowsOfGroup > 0) {
      endRowGroup();
    }
    groups.close();
    long footer = position;
    var metadata = new ThriftWriter().i32(1, 1);
    metadata.structures(2, 1 + columns.values().stream().mapToInt(Column::elements).sum());
    metadata.begin().text(4, "items").i32(5, columns.size()).end();
    columns.values().forEach(column -> column.describe(metadata));
    metadata.i64(3, rows).structures(4, groupCount);
    write(metadata.takeByteArray());
    position += Files.size(groupsFile);
    Files.copy(groupsFile, out);
    metadata.structures(5, 1).begin().text(1, TYPES).text(2, types).end();
    write(metadata.text(6, "gramme").end().takeByteArray());
    long length = position - footer;
    if (length > Integer.MAX_VALUE) {
      throw new IOException(
          "the table is too large for one Parquet file: its footer has %d bytes".formatted(length));
    }
    write(new ByteWriter(4).writeInt(Integer.reverseBytes((int) length)).toByteArray());
    write(MAGIC);
    out.flush();
  }

  private void write(byte[] bytes) throws IOException {
    out.write(bytes);
    position += bytes.length;
  }

  /** Closes the stream; the file is complete only if it was finished before. */
  @Override
  public void close() throws IOException {
    try (out;
        groups) {
      Files.deleteIfExists(groupsFile);
    }
  }
}
