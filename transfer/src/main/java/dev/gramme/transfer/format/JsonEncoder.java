package dev.gramme.transfer.format;

import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.Item;
import dev.gramme.wire.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Encodes items as {@code {"Item":{...}}}, and the records of incremental exports, in the
 * protocol's JSON.
 */
final class JsonEncoder implements LineEncoder {
  private final JsonWriter json = new JsonWriter(4096);

  @Override
  public void item(Item item, OutputStream out) throws IOException {
    json.reset();
    json.beginObject().name("Item").item(item).endObject();
    end(out);
  }

  @Override
  public void change(Change change, OutputStream out) throws IOException {
    json.reset();
    json.beginObject().name("Metadata").beginObject().name("WriteTimestampMicros");
    json.attributeValue(N.of(change.writtenMicros())).endObject();
    json.name("Keys").item(change.keys());
    Item oldImage = change.oldImage();
    if (oldImage != null) {
      json.name("OldImage").item(oldImage);
    }
    Item newImage = change.newImage();
    if (newImage != null) {
      json.name("NewImage").item(newImage);
    }
    json.endObject();
    end(out);
  }

  private void end(OutputStream out) throws IOException {
    json.writeTo(out);
    out.write('\n');
  }
}
