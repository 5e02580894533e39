package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Encoding keys and items and decoding them returns equal values, and encoded keys keep their
 * order.
 */
class CodecTest {
  private static final int ROUNDS = 20_000;

  private final long seed = Long.getLong("gramme.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @Test
  void numbers_keep_their_order() {
    keepsOrder(this::number, Comparator.comparing(value -> ((N) value).value()));
  }

  @Test
  void strings_keep_the_order_of_their_utf8_bytes() {
    keepsOrder(
        this::string,
        (a, b) -> Arrays.compareUnsigned(Utf8.bytes(((S) a).value()), Utf8.bytes(((S) b).value())));
  }

  @Test
  void binaries_keep_their_order() {
    keepsOrder(this::binary, Comparator.comparing(value -> ((B) value).value()));
  }

  private void keepsOrder(
      Function<Integer, AttributeValue> values, Comparator<AttributeValue> order) {
    for (int i = 0; i < ROUNDS; i++) {
      AttributeValue a = values.apply(i);
      AttributeValue b = values.apply(i);
      // A second value after the key value must not change the order.
      byte[] x = encoded(a, values.apply(i));
      byte[] y = encoded(b, values.apply(i));
      int expected = Integer.signum(order.compare(a, b));
      if (expected != 0) {
        assertThat(Integer.signum(Arrays.compareUnsigned(x, y)))
            .as("%s and %s, seed %d", a, b, seed)
            .isEqualTo(expected);
      }
      assertThat(KeyCodec.read(new ByteReader(x), a.type())).as("seed %d", seed).isEqualTo(a);
    }
  }

  @Test
  void the_smallest_and_largest_numbers_survive_a_round_trip() {
    for (String text :
        List.of("0", "1E125", "-1E125", "1E-130", "-1E-130", "9.9E125", "10", "-100", "1000000")) {
      AttributeValue value = new N(DynamoNumber.parse(text));
      assertThat(KeyCodec.read(new ByteReader(encoded(value)), AttributeType.N)).isEqualTo(value);
    }
  }

  @Test
  void the_encoding_of_a_string_begins_with_the_encoded_prefix() {
    for (int i = 0; i < ROUNDS; i++) {
      String text = ((S) string(i)).value();
      int end = text.isEmpty() ? 0 : random.nextInt(text.length() + 1);
      if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
        continue;
      }
      var prefix = new ByteWriter(16);
      KeyCodec.writePrefix(prefix, new S(text.substring(0, end)));
      byte[] bytes = prefix.toByteArray();
      assertThat(Arrays.copyOf(encoded(new S(text)), bytes.length))
          .as("seed %d", seed)
          .isEqualTo(bytes);
    }
  }

  @Test
  void items_survive_a_round_trip() {
    var item = itemOfAllTypes();
    assertThat(ItemCodec.decode(ItemCodec.encode(item))).isEqualTo(item);
    assertThat(ItemCodec.decode(ItemCodec.encode(Item.empty()))).isEqualTo(Item.empty());
  }

  @Test
  void a_decoded_item_reserves_its_heap_size() {
    var budget = new RequestBudget(new MemoryBudget(1 << 20));
    var item = itemOfAllTypes();
    byte[] bytes = ItemCodec.encode(item);
    assertThat(ItemCodec.decode(bytes, budget)).isEqualTo(item);
    assertThat(budget.usedBytes()).isEqualTo(HeapSize.of(item));
    assertThat(budget.steps()).isEqualTo(bytes.length);
  }

  private static Item itemOfAllTypes() {
    return Item.builder()
        .put("s", new S("ä\u0000\uD83D\uDE00"))
        .put("n", new N(new BigDecimal("-12345678901234567890.123456789")))
        .put("b", new B(Binary.copyOf(new byte[] {0, -1, 127})))
        .put("bool", AttributeValue.Bool.FALSE)
        .put("null", AttributeValue.Null.NULL)
        .put("ss", new AttributeValue.SS(List.of("b", "a")))
        .put("ns", new AttributeValue.NS(List.of(BigDecimal.TWO, BigDecimal.ONE)))
        .put("bs", new AttributeValue.BS(List.of(Binary.copyOf(new byte[0]))))
        .put("l", new AttributeValue.L(List.of(new S(""), N.of(0))))
        .put("m", new AttributeValue.M(Item.of("x", new AttributeValue.M(Item.empty()))))
        .build();
  }

  @Test
  void an_unpaired_surrogate_is_stored_as_a_question_mark_in_items_and_keys() {
    Item stored = ItemCodec.decode(ItemCodec.encode(Item.of("\ud800", new S("x\udc41"))));
    assertThat(stored).isEqualTo(Item.of("?", new S("x?")));
    assertThat(KeyCodec.read(new ByteReader(encoded(new S("x\udc41"))), AttributeType.S))
        .isEqualTo(new S("x?"));
  }

  @Test
  void damaged_items_are_detected() {
    byte[] bytes = ItemCodec.encode(Item.of("a", new S("some text")));
    assertThatThrownBy(() -> ItemCodec.decode(Arrays.copyOf(bytes, bytes.length - 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("damaged");
    bytes[0] = 99;
    assertThatThrownBy(() -> ItemCodec.decode(bytes)).hasMessageContaining("version 99");
  }

  private static byte[] encoded(AttributeValue... values) {
    var out = new ByteWriter(32);
    for (AttributeValue value : values) {
      KeyCodec.write(out, value);
    }
    return out.toByteArray();
  }

  private AttributeValue number(int round) {
    int digits = 1 + random.nextInt(round % 3 == 0 ? 38 : 6);
    var text = new StringBuilder();
    for (int i = 0; i < digits; i++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    int scale = random.nextInt(round % 5 == 0 ? 90 : 4);
    var magnitude = new BigDecimal(new BigInteger(text.toString()), random.nextInt(2) * scale);
    return new N(random.nextBoolean() ? magnitude : magnitude.negate());
  }

  private AttributeValue string(int round) {
    int length = random.nextInt(round % 4 == 0 ? 40 : 4);
    var text = new StringBuilder();
    int[] adversarial = {0, 1, 0x7f, 0xff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff, 'a'};
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(adversarial[random.nextInt(adversarial.length)]);
    }
    return new S(text.toString());
  }

  private AttributeValue binary(int round) {
    byte[] array = new byte[random.nextInt(round % 4 == 0 ? 40 : 4)];
    byte[] adversarial = {0, 1, -1, -2, 127};
    for (int i = 0; i < array.length; i++) {
      array[i] = adversarial[random.nextInt(adversarial.length)];
    }
    return new B(Binary.copyOf(array));
  }

  @Test
  void strings_compare_like_their_utf8_bytes() {
    for (int i = 0; i < ROUNDS; i++) {
      String a = ((S) string(i)).value();
      String b = ((S) string(i)).value();
      assertThat(Integer.signum(Utf8.compare(a, b)))
          .as("%s and %s, seed %d", a, b, seed)
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(Utf8.bytes(a), Utf8.bytes(b))));
      assertThat(Utf8.length(a)).isEqualTo(Utf8.bytes(a).length);
    }
  }
}
