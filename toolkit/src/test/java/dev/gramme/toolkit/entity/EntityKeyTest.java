package dev.gramme.toolkit.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.key.KeyType;
import dev.gramme.toolkit.key.SortCondition;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class EntityKeyTest {
  private static EntityKey key(ScalarType scalar, String template, KeyType<?> type) {
    return EntityKey.sort(Optional.empty(), "SK", scalar, template, Map.of("of", type));
  }

  private static SortCondition beginning(EntityKey key, Object value) {
    return key.beginning(new Call().field("of", value));
  }

  @Test
  void the_beginning_of_longer_keys_ends_before_text_that_depends_on_what_follows() {
    EntityKey name = key(ScalarType.S, "N#{of}", KeyType.STRING);
    assertThat(beginning(name, "Ana")).isEqualTo(SortCondition.beginsWith("N#Ana"));
    assertThat(beginning(name, "Ana Silva")).isEqualTo(SortCondition.beginsWith("N#Ana"));
    EntityKey end = key(ScalarType.S, "N#{of}#X", KeyType.STRING);
    assertThat(beginning(end, "a b")).isEqualTo(SortCondition.beginsWith("N#a$`b#X"));
    EntityKey number = key(ScalarType.S, "N#{of}", KeyType.LONG);
    assertThat(beginning(number, 7L)).isEqualTo(SortCondition.beginsWith("N#a7"));
  }

  @Test
  void a_beginning_without_encoding_ends_before_every_character_that_others_escape() {
    EntityKey name = key(ScalarType.S, "{of}", KeyType.STRING).plain();
    assertThat(beginning(name, "Ana#1 b")).isEqualTo(SortCondition.beginsWith("Ana"));
    assertThat(beginning(name, " ")).isEqualTo(SortCondition.any());
  }

  @Test
  void a_number_is_the_whole_key() {
    assertThat(beginning(key(ScalarType.N, "{of}", KeyType.LONG), 7L))
        .isEqualTo(SortCondition.equal(AttributeValue.fromN("7")));
  }
}
