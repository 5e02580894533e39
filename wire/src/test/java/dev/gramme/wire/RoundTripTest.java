package dev.gramme.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.model.Wording;
import dev.gramme.testkit.Gen;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RoundTripTest {
  private static byte[] request(Item item) {
    var json = new JsonWriter();
    json.beginObject().name("TableName").string("abc").name("Item").item(item).endObject();
    return json.toByteArray();
  }

  @Test
  void an_item_survives_a_round_trip_with_the_order_of_its_attributes() {
    Gen.forAll(
        3000,
        gen -> {
          Item item = gen.item();
          byte[] body = request(item);
          JsonSyntax.check(body, 0, body.length);
          Structure request = RequestDecoder.decode(body, 0, body.length, Requests.PUT_ITEM);
          Constraints.check(request, gen.oneOf(Wording.values()));
          Item read = request.require(Requests.ITEM).item(Wording.CLASSIC);
          assertThat(read).isEqualTo(item);
          assertThat(request(read)).isEqualTo(body);
        });
  }

  @Test
  void numbers_are_read_in_any_format_and_written_in_canonical_format() {
    Gen.forAll(
        3000,
        gen -> {
          var number = gen.number();
          String json = "{\"Item\":{\"n\":{\"N\":\"" + gen.numberText(number) + "\"}}}";
          byte[] body = json.getBytes(StandardCharsets.UTF_8);
          Structure request = RequestDecoder.decode(body, 0, body.length, Requests.PUT_ITEM);
          var written = new JsonWriter();
          written.item(request.require(Requests.ITEM).item(Wording.CLASSIC));
          assertThat(written.toString())
              .isEqualTo("{\"n\":{\"N\":\"" + DynamoNumber.format(number) + "\"}}");
        });
  }
}
