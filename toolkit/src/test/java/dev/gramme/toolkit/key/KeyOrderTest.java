package dev.gramme.toolkit.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Property tests of keys: random values under random templates. */
class KeyOrderTest {
  private static final int RUNS = Integer.getInteger("gramme.keys.runs", 300);
  private static final int KEYS = 30;

  /** A random template and random lists of values for it. */
  private static final class Sample {
    final List<Tuples<?>> types = new ArrayList<>();
    final KeyTemplate template;
    final List<List<Object>> tuples = new ArrayList<>();

    Sample(SplittableRandom random) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "X#" : "");
      Map<String, KeyType<?>> named = new HashMap<>();
      int fields = 1 + random.nextInt(3);
      for (int i = 0; i < fields; i++) {
        Tuples<?> type = Tuples.ALL.get(random.nextInt(Tuples.ALL.size()));
        if (type.type().isOrdered() && random.nextInt(3) == 0) {
          type = type.descending();
        }
        types.add(type);
        named.put("f" + i, type.type());
        boolean free =
            i > 0 && types.get(i - 1).type().encoding().selfDelimiting() && random.nextBoolean();
        text.append(i == 0 || free ? "" : "#").append("{f").append(i).append("}");
      }
      if (random.nextInt(4) == 0) {
        text.append("#END");
      }
      template = KeyTemplate.of(text.toString(), named);
      for (int i = 0; i < KEYS; i++) {
        List<Object> earlier = i == 0 ? List.of() : tuples.get(random.nextInt(i));
        tuples.add(tuple(random, earlier));
      }
    }

    /** Random values; the first ones are often those of an earlier list. */
    private List<Object> tuple(SplittableRandom random, List<Object> earlier) {
      int same = earlier.isEmpty() ? 0 : random.nextInt(types.size() + 1);
      List<Object> tuple = new ArrayList<>(earlier.subList(0, same));
      for (int i = same; i < types.size(); i++) {
        tuple.add(types.get(i).random().apply(random));
      }
      return tuple;
    }

    int compare(List<Object> one, List<Object> other) {
      for (int i = 0; i < types.size(); i++) {
        int order = types.get(i).compare(one.get(i), other.get(i));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }

    /** The key; empty if it would be an empty string. */
    Optional<String> key(List<Object> tuple) {
      String key = template.prefix(tuple.toArray());
      return key.isEmpty() ? Optional.empty() : Optional.of(key);
    }
  }

  @Test
  void keys_sort_as_the_lists_of_their_values_do() {
    Seeds.forAll(
        RUNS,
        random -> {
          Sample sample = new Sample(random);
          for (List<Object> one : sample.tuples) {
            for (List<Object> other : sample.tuples) {
              String oneKey = sample.template.prefix(one.toArray());
              String otherKey = sample.template.prefix(other.toArray());
              if (Integer.signum(Tuples.compareUtf8(oneKey, otherKey))
                  != Integer.signum(sample.compare(one, other))) {
                throw new AssertionError(
                    sample.template
                        + ": "
                        + oneKey
                        + " and "
                        + otherKey
                        + " of "
                        + one
                        + " and "
                        + other);
              }
            }
          }
        });
  }

  @Test
  void keys_are_read_back_as_the_values_that_they_were_made_of() {
    Seeds.forAll(
        RUNS,
        random -> {
          Sample sample = new Sample(random);
          for (List<Object> tuple : sample.tuples) {
            List<Object> read =
                sample.template.match(sample.template.prefix(tuple.toArray())).orElseThrow();
            assertThat(sample.compare(read, tuple)).isZero();
          }
        });
  }

  @Test
  void a_prefix_finds_the_keys_that_have_its_values_and_no_others() {
    Seeds.forAll(
        RUNS,
        random -> {
          Sample sample = new Sample(random);
          List<Object> wanted = sample.tuples.get(random.nextInt(KEYS));
          int leading = random.nextInt(sample.types.size());
          Object[] values = wanted.subList(0, leading).toArray();
          SortCondition condition = sample.template.startingWith(values);
          for (List<Object> tuple : sample.tuples) {
            boolean expected = true;
            for (int i = 0; i < leading; i++) {
              expected &= sample.types.get(i).isSame(tuple.get(i), wanted.get(i));
            }
            check(sample, tuple, condition, expected);
          }
        });
  }

  @Test
  void a_range_finds_the_keys_whose_next_value_is_in_it_and_no_others() {
    Seeds.forAll(
        RUNS,
        random -> {
          Sample sample = new Sample(random);
          List<Object> wanted = sample.tuples.get(random.nextInt(KEYS));
          int leading = random.nextInt(sample.types.size());
          Tuples<?> next = sample.types.get(leading);
          Range<Object> range =
              new Range<>(
                  bound(random, sample.tuples.get(random.nextInt(KEYS)).get(leading)),
                  bound(random, sample.tuples.get(random.nextInt(KEYS)).get(leading)));
          SortCondition condition = sample.template.range(wanted.subList(0, leading), range);
          for (List<Object> tuple : sample.tuples) {
            boolean expected = isIn(range, next, tuple.get(leading));
            for (int i = 0; i < leading; i++) {
              expected &= sample.types.get(i).isSame(tuple.get(i), wanted.get(i));
            }
            check(sample, tuple, condition, expected);
          }
        });
  }

  @Test
  void the_neighbours_of_a_number_are_the_next_ones_of_38_digits() {
    for (String number :
        List.of(
            "0",
            "1",
            "-1",
            "10",
            "9",
            "12.5",
            "-0.001",
            "1E125",
            "-1E-130",
            "99999999999999999999999999999999999999")) {
      BigDecimal value = new BigDecimal(number);
      BigDecimal after = Neighbours.after(value);
      assertThat(after).isGreaterThan(value);
      assertThat(after.stripTrailingZeros().precision()).isLessThanOrEqualTo(38);
      BigDecimal between = value.add(after).divide(BigDecimal.TWO);
      assertThat(
              between.signum() == 0
                  || between.abs().compareTo(new BigDecimal("1E-130")) < 0
                  || between.stripTrailingZeros().precision() > 38)
          .as("nothing between %s and %s", value, after)
          .isTrue();
      assertThat(Neighbours.before(value))
          .isEqualByComparingTo(Neighbours.after(value.negate()).negate());
    }
  }

  private static Range.@Nullable Bound<Object> bound(SplittableRandom random, Object value) {
    return random.nextInt(4) == 0 ? null : new Range.Bound<>(value, random.nextBoolean());
  }

  private static boolean isIn(Range<Object> range, Tuples<?> type, Object value) {
    // A descending field reverses the order of keys, but not the meaning of a range.
    int sign = type.type().isDescending() ? -1 : 1;
    Range.Bound<Object> from = range.from();
    Range.Bound<Object> to = range.to();
    if (from != null) {
      int order = sign * type.compare(value, from.value());
      if (order < 0 || (order == 0 && !from.inclusive())) {
        return false;
      }
    }
    if (to != null) {
      int order = sign * type.compare(value, to.value());
      return order < 0 || (order == 0 && to.inclusive());
    }
    return true;
  }

  private static void check(
      Sample sample, List<Object> tuple, SortCondition condition, boolean expected) {
    Optional<String> key = sample.key(tuple);
    if (key.isPresent()) {
      if (fulfils(key.get(), condition) != expected) {
        throw new AssertionError(
            sample.template + ": " + key.get() + " of " + tuple + ", " + condition + " is wrong");
      }
    }
  }

  private static boolean fulfils(String key, SortCondition condition) {
    List<String> values = condition.values().stream().map(AttributeValue::s).toList();
    return switch (condition.operator()) {
      case ANY -> true;
      case NONE -> false;
      case EQUAL -> key.equals(values.getFirst());
      case BEGINS_WITH -> key.startsWith(values.getFirst());
      case BETWEEN ->
          Tuples.compareUtf8(key, values.getFirst()) >= 0
              && Tuples.compareUtf8(key, values.getLast()) <= 0;
      case AT_LEAST -> Tuples.compareUtf8(key, values.getFirst()) >= 0;
      case AT_MOST -> Tuples.compareUtf8(key, values.getFirst()) <= 0;
    };
  }
}
