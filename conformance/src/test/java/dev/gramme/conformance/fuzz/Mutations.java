package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.support.Json;
import dev.gramme.testkit.Gen;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Mutates a valid request: its values, its text, or its operation. */
final class Mutations {
  private static final int MAX_CHANGES = 3;

  /**
   * More than the depth that the service allows for values. The product with {@link #MAX_CHANGES}
   * and two levels each is below the limit of 1000 levels of the tests' JSON generator.
   */
  private static final int DEEPEST_TREE = 150;

  private static final int DEEPEST_TEXT = 50_000;
  private static final int LONGEST_STRING = 70_000;

  private static final Object[] NUMBERS = {
    -1,
    0,
    1,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    1.5,
    1e308,
    -1e-308,
  };

  private static final String[] STRINGS = {
    "",
    " ",
    "-1",
    "1E126",
    "1e-999999999",
    "1E+2147483648",
    "NaN",
    "9".repeat(60),
    "0".repeat(5000),
    "pk",
    "#",
    ":v0",
    "#a.#b[0]",
    "NOT NOT a = :v0",
    "SET a = a + :v0, a = :v0",
    "(((((((((((((((((((((((((((((((",
    "arn:aws:dynamodb:us-east-1:000000000000:table/fuzz-0",
    "arn:aws:dynamodb:us-east-1:000000000000:table/fuzz-0/index/",
    "arn:aws:dynamodb:us-east-1:000000000000:table/fuzz-0/stream/x",
    "arn::::::",
    "fuzz-0",
    "SELECT",
    "SELECT * FROM \"fuzz-0\" WHERE \"pk\" = ? AND ",
    "\0",
    "\uD83D\uDE00",
    "\uFFFF",
    "{\"Version\":\"2012-10-17\",\"Statement\":[{}]}",
    "ALL",
    "true",
    "2026-11-23T00:00:00Z",
    "shardId-00000000000000000000-00000000",
    "=",
    "AAAA",
  };

  private static final String[] TYPES = {"S", "N", "B", "SS", "NS", "BS", "L", "M", "BOOL", "NULL"};

  private final Gen gen;
  private final List<String> operations;

  Mutations(Gen gen, List<String> operations) {
    this.gen = gen;
    this.operations = operations;
  }

  /** A request that may be invalid and need not be JSON. */
  static final class Mutated {
    private final String operation;
    private final byte[] body;

    private Mutated(String operation, byte[] body) {
      this.operation = operation;
      this.body = body;
    }

    String operation() {
      return operation;
    }

    /** The body; not a copy. */
    byte[] body() {
      return body;
    }
  }

  /** A mutation of a request. */
  Mutated mutate(Call call) {
    if (gen.chance(4)) {
      String other = gen.chance(90) ? gen.oneOf(operations) : gen.string(30);
      return new Mutated(other, bytes(call.text()));
    }
    if (gen.chance(20)) {
      return new Mutated(call.operation(), changeText(call.text()));
    }
    var root = Json.members(Objects.requireNonNull(JsonObjects.copy(call.body())));
    int changes = gen.between(1, MAX_CHANGES);
    for (int i = 0; i < changes; i++) {
      changeTree(root);
    }
    return new Mutated(call.operation(), bytes(Json.text(root)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private byte[] changeText(String text) {
    int at = gen.nextInt(text.length());
    byte[] bytes = bytes(text);
    int position = gen.nextInt(bytes.length);
    switch (gen.nextInt(8)) {
      case 0 -> {
        return Arrays.copyOf(bytes, position);
      }
      case 1 -> bytes[position] ^= (byte) (1 << gen.nextInt(8));
      case 2 -> bytes[position] = (byte) gen.nextInt(256);
      case 3 -> {
        return bytes(text.substring(0, at) + gen.string(20) + text.substring(at));
      }
      case 4 -> {
        String deep = gen.oneOf("[", "{\"M\":", "{\"L\":[", "(").repeat(gen.nextInt(DEEPEST_TEXT));
        return bytes(text.substring(0, at) + deep + text.substring(at));
      }
      case 5 -> {
        // Repeats all members of the object.
        return bytes(text.substring(0, text.length() - 1) + "," + text.substring(1));
      }
      case 6 -> {
        return bytes(text.substring(0, at) + "\\uD800" + text.substring(at));
      }
      default -> {
        return bytes(text.substring(0, at) + text.substring(gen.between(0, at)));
      }
    }
    return bytes;
  }

  /** A place in a JSON tree that contains a value. */
  private interface Slot {
    @Nullable Object value();

    void set(@Nullable Object value);

    void remove();
  }

  private record MemberSlot(Map<String, @Nullable Object> object, String name) implements Slot {
    @Override
    public @Nullable Object value() {
      return object.get(name);
    }

    @Override
    public void set(@Nullable Object value) {
      object.put(name, value);
    }

    @Override
    public void remove() {
      object.remove(name);
    }
  }

  private record ElementSlot(List<@Nullable Object> array, int index) implements Slot {
    @Override
    public @Nullable Object value() {
      return array.get(index);
    }

    @Override
    public void set(@Nullable Object value) {
      array.set(index, value);
    }

    @Override
    public void remove() {
      array.remove(index);
    }
  }

  private static List<Slot> slots(@Nullable Object value) {
    var slots = new ArrayList<Slot>();
    collect(value, slots);
    return slots;
  }

  private static void collect(@Nullable Object value, List<Slot> slots) {
    if (value instanceof Map<?, ?>) {
      var object = Json.members(value);
      for (String name : object.keySet()) {
        slots.add(new MemberSlot(object, name));
        collect(object.get(name), slots);
      }
    } else if (value instanceof List<?>) {
      var array = Json.elements(value);
      for (int i = 0; i < array.size(); i++) {
        slots.add(new ElementSlot(array, i));
        collect(array.get(i), slots);
      }
    }
  }

  private void changeTree(Map<String, @Nullable Object> root) {
    var slots = slots(root);
    if (slots.isEmpty()) {
      root.put(gen.string(20), any());
      return;
    }
    Slot slot = gen.oneOf(slots);
    Object value = slot.value();
    switch (gen.nextInt(9)) {
      case 0 -> slot.remove();
      case 1 -> slot.set(any());
      case 2 -> slot.set(nested(value));
      case 3 -> slot.set(JsonObjects.copy(gen.oneOf(slots).value()));
      case 4 -> {
        Slot other = gen.oneOf(slots);
        Object copy = JsonObjects.copy(other.value());
        other.set(JsonObjects.copy(value));
        slot.set(copy);
      }
      default -> slot.set(changed(value));
    }
  }

  /** A mutation of a value. */
  private @Nullable Object changed(@Nullable Object value) {
    return switch (value) {
      case String text -> changedString(text);
      case Map<?, ?> map -> changedObject(Json.members(map));
      case List<?> list -> changedArray(Json.elements(list));
      case Number _ -> gen.oneOf(NUMBERS);
      case Boolean flag -> !flag;
      case null, default -> any();
    };
  }

  private String changedString(String text) {
    int at = gen.nextInt(text.length() + 1);
    String fragment = gen.oneOf(STRINGS);
    return switch (gen.nextInt(6)) {
      case 0 -> text.substring(0, at);
      case 1 -> text.substring(0, at) + fragment + text.substring(at);
      case 2 -> text.substring(0, at) + text;
      case 3 -> gen.string();
      case 4 -> gen.oneOf("a", "(", "\u20AC", "1").repeat(gen.nextInt(LONGEST_STRING));
      default -> fragment;
    };
  }

  private Map<String, @Nullable Object> changedObject(Map<String, @Nullable Object> object) {
    if (object.size() == 1 && gen.chance(60)) {
      // This is probably an attribute value, so its type is changed.
      return JsonObjects.of(gen.oneOf(TYPES), Objects.requireNonNullElse(first(object), 0));
    }
    object.put(gen.chance(50) ? gen.string(20) : gen.oneOf(TYPES), any());
    return object;
  }

  private static @Nullable Object first(Map<String, @Nullable Object> object) {
    return object.values().iterator().next();
  }

  private List<@Nullable Object> changedArray(List<@Nullable Object> array) {
    int copies = gen.oneOf(1, 2, 30, 101);
    var longer = new ArrayList<@Nullable Object>(array);
    for (int i = 0; i < copies && !array.isEmpty(); i++) {
      longer.add(JsonObjects.copy(array.getFirst()));
    }
    return longer;
  }

  private @Nullable Object nested(@Nullable Object value) {
    Object inner = value;
    int depth = gen.chance(50) ? gen.between(1, 40) : gen.nextInt(DEEPEST_TREE);
    int kind = gen.nextInt(3);
    for (int i = 0; i < depth; i++) {
      var outer = JsonObjects.list();
      outer.add(inner);
      inner =
          switch (kind) {
            case 0 -> outer;
            case 1 -> JsonObjects.of("L", outer);
            default -> nestedMap(inner);
          };
    }
    return inner;
  }

  private static Map<String, @Nullable Object> nestedMap(@Nullable Object value) {
    var inner = JsonObjects.of();
    inner.put("a", value);
    return JsonObjects.of("M", inner);
  }

  private @Nullable Object any() {
    return switch (gen.nextInt(8)) {
      case 0 -> null;
      case 1 -> gen.chance(50);
      case 2 -> gen.oneOf(NUMBERS);
      case 3 -> JsonObjects.list();
      case 4 -> JsonObjects.of();
      case 5 -> JsonObjects.list(JsonObjects.of("S", "a"), "a", 1);
      case 6 -> JsonObjects.of(gen.oneOf(TYPES), gen.oneOf(STRINGS));
      default -> gen.oneOf(STRINGS);
    };
  }
}
