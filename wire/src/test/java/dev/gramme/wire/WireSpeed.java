package dev.gramme.wire;

import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.model.Wording;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Measures the time to decode a PutItem of ten attributes and to encode its item. Run it by hand:
 * it prints nanoseconds per operation for each round, and the first rounds are warm-up.
 */
final class WireSpeed {
  private static final int ROUNDS = 8;
  private static final int LOOPS = 300_000;

  private WireSpeed() {}

  static Item item() {
    return Item.builder()
        .put("pk", new S("USER#0123456789"))
        .put("sk", new S("ORDER#2026-11-21T01:02:03.456Z"))
        .put("name", new S("Zénobe Gramme, électricien"))
        .put("text", new S("x".repeat(180)))
        .put("count", N.of(1234567))
        .put("price", new N(DynamoNumber.parse("129.95")))
        .put("active", Bool.TRUE)
        .put("tags", new SS(List.of("blue", "green", "red")))
        .put("blob", new B(Binary.copyOf(new byte[60])))
        .put(
            "address",
            new M(Item.of("street", new S("Rue de la Loi 16"), "lines", new L(List.of(N.of(7))))))
        .build();
  }

  public static void main(String[] arguments) {
    Item item = item();
    var json = new JsonWriter();
    json.beginObject().name("TableName").string("Orders").name("Item").item(item).endObject();
    byte[] body = json.toByteArray();
    System.out.println(body.length + " bytes: " + new String(body, StandardCharsets.UTF_8));
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < LOOPS; i++) {
        Structure request = RequestDecoder.decode(body, 0, body.length, Requests.PUT_ITEM);
        sum += request.require(Requests.ITEM).item(Wording.CLASSIC).size();
      }
      long decoded = System.nanoTime();
      for (int i = 0; i < LOOPS; i++) {
        json.reset();
        json.beginObject().name("Item").item(item).endObject();
        sum += json.size();
      }
      long encoded = System.nanoTime();
      Structure request = RequestDecoder.decode(body, 0, body.length, Requests.PUT_ITEM);
      for (int i = 0; i < LOOPS; i++) {
        Constraints.check(request, Wording.CLASSIC);
      }
      long checked = System.nanoTime();
      System.out.printf(
          "decode %d ns, encode %d ns, constraints %d ns (%d)%n",
          (decoded - start) / LOOPS, (encoded - decoded) / LOOPS, (checked - encoded) / LOOPS, sum);
    }
  }
}
