package dev.gramme.transfer.format;

import dev.gramme.model.ApiError;
import dev.gramme.model.Wording;
import dev.gramme.wire.Member;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Lines of DynamoDB JSON. The protocol's own decoder reads them, so that exactly the values that
 * PutItem accepts are valid.
 *
 * <p>A line that is not a JSON object, or has no item, ends its object: the service reads no
 * further (October 2026). An item with an invalid value is one error, and reading continues with
 * the next line.
 */
final class JsonLines implements RecordReader {
  private static final Member<WireItem> ITEM = Member.optional("Item", Shape.item());
  private static final StructureShape RECORD = StructureShape.of("ImportRecord", ITEM);

  private final Lines lines;

  JsonLines(InputStream in) {
    this.lines = new Lines(in);
  }

  @Override
  public @Nullable Parsed next() throws IOException {
    Lines.Line line = lines.next();
    if (line == null) {
      return null;
    }
    return line.isTooLong() ? new Parsed.Bad(RecordTexts.TOO_LONG) : parse(line);
  }

  private static Parsed parse(Lines.Line line) throws MalformedDataException {
    WireItem item = decode(line).get(ITEM);
    if (item == null) {
      throw new MalformedDataException("The record has no member Item");
    }
    try {
      return new Parsed.Good(item.item(Wording.CLASSIC));
    } catch (ApiError fault) {
      return new Parsed.Bad(fault.text().orElse("The record is not an item"));
    }
  }

  private static Structure decode(Lines.Line line) throws MalformedDataException {
    try {
      return RequestDecoder.decode(line.bytes(), line.offset(), line.length(), RECORD);
    } catch (ApiError fault) {
      throw new MalformedDataException(fault.text().orElse("The line is not a JSON object"), fault);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
