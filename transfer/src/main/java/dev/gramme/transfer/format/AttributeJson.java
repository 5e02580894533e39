package dev.gramme.transfer.format;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.Item;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import dev.gramme.wire.WireValue;

/**
 * Single values as the protocol's JSON, such as {@code {"N":"1"}}, for formats without such types.
 */
public final class AttributeJson {
  private static final Member<WireValue> VALUE = Member.optional("Value", Shape.attributeValue());
  private static final StructureShape SHAPE = StructureShape.of("Field", VALUE);
  private static final Member<WireItem> ITEM = Member.optional("Item", Shape.item());
  private static final StructureShape ITEM_SHAPE = StructureShape.of("Fields", ITEM);

  private AttributeJson() {}

  /** The JSON of a value. */
  public static String text(AttributeValue value) {
    var json = new JsonWriter(1024);
    json.attributeValue(value);
    return json.toString();
  }

  /** The JSON of several values by their names. */
  public static String text(Item item) {
    return new JsonWriter(1024).item(item).toString();
  }

  /**
   * The values of a JSON text by their names.
   *
   * @throws ApiError if the text is not JSON, or not that of valid values
   */
  public static Item parseItem(String text) {
    byte[] json = Utf8.bytes("{\"Item\":" + text + "}");
    WireItem item = RequestDecoder.decode(json, 0, json.length, ITEM_SHAPE).get(ITEM);
    if (item == null) {
      throw ApiError.validation("The field is not the JSON of attribute values");
    }
    return item.item(Wording.CLASSIC);
  }

  /**
   * The value of a JSON text.
   *
   * @throws ApiError if the text is not JSON, or not that of a valid value
   */
  public static AttributeValue parse(String text) {
    byte[] json = Utf8.bytes("{\"Value\":" + text + "}");
    WireValue value = RequestDecoder.decode(json, 0, json.length, SHAPE).get(VALUE);
    if (value == null) {
      throw ApiError.validation("The field is not the JSON of an attribute value");
    }
    return value.value(Wording.CLASSIC);
  }
}
