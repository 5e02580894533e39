package dev.gramme.toolkit.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class KeyTemplateTest {
  private enum Status {
    OPEN,
    CLOSED
  }

  private enum Severity implements Ranked {
    LOW(10),
    HIGH(20),
    MEDIUM(15);

    private final int rank;

    Severity(int rank) {
      this.rank = rank;
    }

    @Override
    public int rank() {
      return rank;
    }
  }

  private static final Map<String, KeyType<?>> TYPES =
      Map.ofEntries(
          Map.entry("name", KeyType.STRING),
          Map.entry("other", KeyType.STRING),
          Map.entry("n", KeyType.INT),
          Map.entry("long", KeyType.LONG),
          Map.entry("big", KeyType.BIG_INTEGER),
          Map.entry("price", KeyType.BIG_DECIMAL),
          Map.entry("day", KeyType.LOCAL_DATE),
          Map.entry("at", KeyType.INSTANT),
          Map.entry("flag", KeyType.BOOLEAN),
          Map.entry("uuid", KeyType.UUID),
          Map.entry("id", KeyType.KSUID),
          Map.entry("bytes", KeyType.BYTES),
          Map.entry("status", KeyType.of(Status.class)),
          Map.entry("severity", KeyType.of(Severity.class)));

  private static KeyTemplate template(String text) {
    return KeyTemplate.of(text, TYPES);
  }

  @Test
  void keys_can_be_read() {
    assertThat(template("CUST#{name}").format("ana@example.com")).isEqualTo("CUST#ana@example.com");
    assertThat(template("PROFILE").format()).isEqualTo("PROFILE");
    assertThat(template("V#{n}").format(42)).isEqualTo("V#b42");
    assertThat(template("V#{n}").format(-42)).isEqualTo("V#Y57");
    assertThat(template("v{n:4}").format(42)).isEqualTo("v0042");
    assertThat(template("v{n:4:desc}").format(42)).isEqualTo("v9957");
    assertThat(template("{price}").format(new BigDecimal("12.50"))).isEqualTo("b12.5");
    assertThat(template("{price}").format(new BigDecimal("-12.5"))).isEqualTo("Y87.4~");
    assertThat(template("{day}#x").format(LocalDate.of(2026, 5, 16))).isEqualTo("2026-05-16#x");
    assertThat(
            template("{at}#{id}")
                .format(
                    Instant.parse("2026-05-16T14:23:00Z"),
                    Ksuid.parse("0ujtsYcgvSTl8PAuAdqWYSMnLOv")))
        .isEqualTo("2026-05-16T14:23:00#0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    assertThat(template("{at}").format(Instant.parse("2026-05-16T14:23:00.120Z")))
        .isEqualTo("2026-05-16T14:23:00.12");
    assertThat(template("{at:desc}").format(Instant.parse("2026-05-16T14:23:00Z")))
        .isEqualTo("7973-94-83T85:76:99~");
    assertThat(template("{flag}#{status}").format(true, Status.OPEN)).isEqualTo("true#OPEN");
    assertThat(template("{severity}").format(Severity.HIGH)).isEqualTo("b20.HIGH");
    assertThat(template("{uuid}").format(new UUID(1, 2)))
        .isEqualTo("00000000-0000-0001-0000-000000000002");
    assertThat(template("{bytes}").format((Object) new byte[] {1, -1})).isEqualTo("01ff");
    assertThat(template("{big}").format(BigInteger.TEN.pow(30)))
        .isEqualTo("zb311" + "0".repeat(30));
  }

  @Test
  void spaces_stay_at_the_end_of_a_key_and_separators_nowhere() {
    assertThat(template("{name}").format("Jane Doe #1 $")).isEqualTo("Jane Doe $c1 $d");
    assertThat(template("{name}#{other}").format("Jane Doe #1", "a b"))
        .isEqualTo("Jane$`Doe$`$c1#a b");
  }

  @Test
  void no_value_forges_a_boundary() {
    KeyTemplate template = template("{name}#{other}");

    assertThat(template.format("a#b", "c")).isNotEqualTo(template.format("a", "b#c"));
    assertThat(template.match("a#b#c")).isEmpty();
    assertThat(template.match(template.format("a#b", "c"))).hasValue(List.of("a#b", "c"));
  }

  @Test
  void a_prefix_ends_where_the_next_field_begins() {
    KeyTemplate template = template("ORDER#{at}#L#{id}");

    assertThat(template.prefix()).isEqualTo("ORDER#");
    assertThat(template.prefix(Instant.EPOCH)).isEqualTo("ORDER#1970-01-01T00:00:00#L#");
    assertThat(template.startingWith().expression("#sk", ":sk"))
        .isEqualTo("begins_with(#sk, :sk0)");
    assertThat(template("PROFILE").startingWith().expression("#sk", ":sk")).isEqualTo("#sk = :sk0");
    assertThat(template("X#{name}").startingWithText(List.of(), "a#"))
        .isEqualTo(SortCondition.beginsWith("X#a$c"));
  }

  @Test
  void a_range_becomes_a_between_condition() {
    KeyTemplate template = template("ORDER#{day}#{id}");
    LocalDate monday = LocalDate.of(2026, 5, 18);
    LocalDate sunday = LocalDate.of(2026, 5, 24);

    assertThat(template.range(List.of(), Range.closed(monday, sunday)))
        .isEqualTo(between("ORDER#2026-05-18", "ORDER#2026-05-24$"));
    assertThat(template.range(List.of(), Range.open(monday, sunday)))
        .isEqualTo(between("ORDER#2026-05-18$", "ORDER#2026-05-24"));
    assertThat(template.range(List.of(), Range.atLeast(monday)))
        .isEqualTo(between("ORDER#2026-05-18", "ORDER#\u007F"));
    assertThat(template.range(List.of(), Range.atMost(monday)))
        .isEqualTo(between("ORDER#", "ORDER#2026-05-18$"));
    assertThat(template.range(List.of(), Range.all()))
        .isEqualTo(SortCondition.beginsWith("ORDER#"));
    assertThat(template.range(List.of(), Range.closed(sunday, monday)).isNone()).isTrue();
    assertThat(template.range(List.of(), Range.closed(monday, sunday)).expression("#sk", ":v"))
        .isEqualTo("#sk BETWEEN :v0 AND :v1");
  }

  @Test
  void a_key_of_type_number_is_a_single_field() {
    KeyTemplate template = KeyTemplate.of("{n}", ScalarType.N, TYPES);

    assertThat(template.key(42)).isEqualTo(AttributeValue.fromN("42"));
    assertThat(template.parse(AttributeValue.fromN("42"))).containsExactly(42);
    assertThat(template.range(List.of(), Range.atLeast(3)).expression("#n", ":n"))
        .isEqualTo("#n >= :n0");
    assertThat(template.range(List.of(), Range.open(3, 5)).values().getFirst().n())
        .isEqualTo("3.0000000000000000000000000000000000001");
    assertThatThrownBy(() -> KeyTemplate.of("A#{n}", ScalarType.N, TYPES))
        .hasMessage("a key of type N must be a single field: A#{n}");
    assertThatThrownBy(() -> KeyTemplate.of("{name}", ScalarType.N, TYPES))
        .hasMessage("a key of type N cannot be of String");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A#{name | in A#{name, a { is not closed",
        "A#}name | in A#}name, a } closes nothing",
        "A#{nobody} | in A#{nobody}, there is no {nobody}",
        "{name}{n} | in {name}{n}, {name} must be followed by # or by nothing: the end of its"
            + " text is ambiguous",
        "{name}-{n} | in {name}-{n}, {name} must be followed by # or by nothing: the end of its"
            + " text is ambiguous",
        "{name}#{name} | a field occurs twice in {name}#{name}",
        "{status:desc} | in {status:desc}, {status:desc}: Status has no descending order",
        "{name:4} | in {name:4}, {name:4}: String is not an integer type",
        "{n:lower} | in {n:lower}, {n:lower}: Integer is not a string and has no lower or upper case",
        "{n:asc} | in {n:asc}, {n:asc} is not {name}, {name:width}, {name:lower}, {name:upper} or {name:desc}",
      })
  void invalid_templates_are_refused(String text, String message) {
    assertThatThrownBy(() -> template(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "CUST#{name}, CUST#{other}, true",
    "CUST#{name}, ORDER#{name}, false",
    "A#{name}, A#{name}#{other}, false",
    "A#{name}, A#SUMMARY, true",
    "A#{id}, A#SUMMARY, false",
    "A#{at}, A#SUMMARY, false",
    "A#{status}, A#OPEN, true",
    "A#{status}, A#PENDING, false",
    "A#{n:3}, A#{n:4}, false",
    "A{n:3}, {name}, true",
    "{uuid}, {id}, false",
  })
  void templates_that_can_give_the_same_key_are_detected(
      String one, String other, boolean expected) {
    assertThat(template(one).canEqual(template(other))).isEqualTo(expected);
    assertThat(template(other).canEqual(template(one))).isEqualTo(expected);
  }

  @Test
  void a_key_ignores_the_case_of_letters_if_its_template_says_so() {
    assertThat(template("CUST#{name:lower}").format("Ana@Example.COM"))
        .isEqualTo("CUST#ana@example.com");
    assertThat(template("{name:upper}#{other:lower:desc}").format("Stra\u00dfe", "B"))
        .isEqualTo(template("{name}#{other:desc}").format("STRASSE", "b"));
    assertThat(template("CUST#{name:lower}").match("CUST#ana")).contains(List.of("ana"));
    assertThat(template("CUST#{name:lower}").match("CUST#Ana")).isEmpty();
    assertThat(template("{name:lower}").range(List.of(), Range.closed("A", "B")))
        .isEqualTo(between("a", "b"));
  }

  @Test
  void the_key_of_a_prefix_is_a_prefix_of_the_key() {
    String odysseus = "\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3";
    String key = template("{name:lower}").format(odysseus);
    for (int length = 1; length <= odysseus.length(); length++) {
      SortCondition condition =
          template("{name:lower}").startingWithText(List.of(), odysseus.substring(0, length));
      assertThat(key).startsWith(condition.values().getFirst().s());
    }
  }

  @Test
  void values_without_a_text_are_refused() {
    assertThatThrownBy(() -> template("{name}").format(""))
        .hasMessage("the key of {name} would be empty");
    assertThatThrownBy(() -> template("X{name}").format("\uD800"))
        .hasMessageContaining("surrogate");
    assertThatThrownBy(() -> template("{n}").format("42"))
        .hasMessage("{n} takes a Integer, not 42");
    assertThatThrownBy(() -> template("{n:2}").format(100)).hasMessageContaining("up to 2 digits");
    assertThatThrownBy(() -> template("{at}").format(Instant.MAX))
        .hasMessageContaining("cannot hold");
    assertThatThrownBy(() -> template("{day}").format(LocalDate.of(10000, 1, 1)))
        .hasMessageContaining("cannot hold");
    assertThatThrownBy(() -> template("{n}").format()).hasMessage("{n} takes 1 values, not 0");
  }

  private static SortCondition between(String low, String high) {
    return SortCondition.between(AttributeValue.fromS(low), AttributeValue.fromS(high));
  }
}
