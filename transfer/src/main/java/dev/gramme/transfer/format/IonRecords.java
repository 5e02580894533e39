package dev.gramme.transfer.format;

import com.amazon.ion.IonBufferConfiguration;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.system.IonReaderBuilder;
import dev.gramme.model.ApiError;
import dev.gramme.transfer.format.RecordReader.Parsed;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Records of Ion, text or binary. Text is read line by line, as the service writes it, so that a
 * bad line does not affect the next one. In a binary stream, nothing after damaged data can be
 * read.
 */
final class IonRecords {
  /** The version marker of binary Ion. */
  private static final byte[] BINARY = {(byte) 0xe0, 0x01, 0x00, (byte) 0xea};

  /**
   * The maximum number of names in the symbol table of a binary stream. The table stays in memory
   * for the rest of the stream, and a stream can extend it again and again. A stream whose last
   * {@link #SYMBOL_CHECK_BYTES} exceed the maximum is read nevertheless.
   */
  private static final int MAX_SYMBOLS = 1 << 18;

  /** The maximum number of characters in the names of a symbol table. */
  private static final long MAX_SYMBOL_CHARACTERS = 16L << 20;

  /**
   * A symbol table is checked only after so many further bytes, because the parser copies the table
   * for each check. In between it cannot grow by more names, nor by more characters.
   */
  private static final long SYMBOL_CHECK_BYTES = 1L << 20;

  /** A line, or a decompressed stream, is not decompressed again. */
  private static final IonReaderBuilder READERS =
      IonReaderBuilder.standard()
          .withGzipDecompressionEnabled(false)
          .withBufferConfiguration(
              IonBufferConfiguration.Builder.standard()
                  .withMaximumBufferSize(RecordBytes.MAX_BYTES)
                  .onOversizedValue(IonRecords::refuseLength)
                  .onOversizedSymbolTable(IonRecords::refuseLength)
                  .build())
          .immutable();

  private IonRecords() {}

  private static void refuseLength() {
    throw new IonException(RecordTexts.TOO_LONG);
  }

  static RecordReader open(InputStream in) throws IOException {
    var buffered = new BufferedInputStream(in, 1 << 16);
    buffered.mark(BINARY.length);
    byte[] first = buffered.readNBytes(BINARY.length);
    buffered.reset();
    return Arrays.equals(first, BINARY) ? new BinaryStream(buffered) : new Text(buffered);
  }

  private static final class Text implements RecordReader {
    private final Lines lines;

    Text(InputStream in) {
      this.lines = new Lines(in);
    }

    @Override
    public @Nullable Parsed next() throws IOException {
      while (true) {
        Lines.Line line = lines.next();
        if (line == null) {
          return null;
        }
        if (line.isTooLong()) {
          return new Parsed.Bad(RecordTexts.TOO_LONG);
        }
        Parsed parsed = parse(line);
        if (parsed != null) {
          return parsed;
        }
      }
    }

    /** The record of a line, null if the line has only a version marker or a comment. */
    private static @Nullable Parsed parse(Lines.Line line) throws IOException {
      try (IonReader ion = READERS.build(line.bytes(), line.offset(), line.length())) {
        IonType type = ion.next();
        if (type == null) {
          return null;
        }
        Parsed parsed = record(ion, type);
        return parsed instanceof Parsed.Good && ion.next() != null
            ? new Parsed.Bad("The line has more than one Ion value")
            : parsed;
      } catch (IonException malformed) {
        return new Parsed.Bad("The line is not Ion: " + malformed.getMessage());
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  private static final class BinaryStream implements RecordReader {
    private final RecordBytes in;
    private final IonReader ion;

    /** The number of bytes that had been read when the symbol table was checked. */
    private long checkedBytes;

    BinaryStream(InputStream in) {
      this.in = new RecordBytes(in);
      this.ion = READERS.build(this.in);
    }

    @Override
    public @Nullable Parsed next() throws IOException {
      in.beginRecord();
      try {
        IonType type = ion.next();
        if (type == null) {
          return null;
        }
        if (in.count() - checkedBytes >= SYMBOL_CHECK_BYTES) {
          checkedBytes = in.count();
          check(ion.getSymbolTable());
        }
        int depth = ion.getDepth();
        Parsed parsed = record(ion, type);
        while (ion.getDepth() > depth) {
          ion.stepOut();
        }
        return parsed;
      } catch (IonException malformed) {
        if (malformed.getCause() instanceof MalformedDataException tooLong) {
          throw tooLong;
        }
        throw new MalformedDataException(
            "The object is not binary Ion: " + malformed.getMessage(), malformed);
      }
    }

    private static void check(SymbolTable symbols) throws MalformedDataException {
      if (symbols.getMaxId() > MAX_SYMBOLS) {
        throw new MalformedDataException(
            "The symbol table has more than " + MAX_SYMBOLS + " names");
      }
      long characters = 0;
      Iterator<String> names = symbols.iterateDeclaredSymbolNames();
      while (names.hasNext()) {
        @Nullable String name = names.next(); // null for a symbol without text
        characters += name == null ? 0 : name.length();
      }
      if (characters > MAX_SYMBOL_CHARACTERS) {
        throw new MalformedDataException(
            "The names in the symbol table have more than "
                + MAX_SYMBOL_CHARACTERS
                + " characters");
      }
    }

    @Override
    public void close() throws IOException {
      ion.close();
      in.close();
    }
  }

  /** The item in a structure {@code {Item:{...}}}. */
  private static Parsed record(IonReader ion, IonType type) {
    try {
      if (type != IonType.STRUCT || ion.isNullValue()) {
        return new Parsed.Bad("The record is not an Ion structure");
      }
      ion.stepIn();
      for (IonType member = ion.next(); member != null; member = ion.next()) {
        if (ion.getFieldName().equals("Item")) {
          var item = IonValues.item(ion);
          ion.stepOut();
          return new Parsed.Good(item);
        }
      }
      ion.stepOut();
      return new Parsed.Bad("The record has no member Item");
    } catch (ApiError fault) {
      return new Parsed.Bad(fault.text().orElse("The record is not an item"));
    }
  }
}
