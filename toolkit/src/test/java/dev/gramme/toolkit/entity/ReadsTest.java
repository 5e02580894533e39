package dev.gramme.toolkit.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.key.KeyType;
import dev.gramme.toolkit.page.CursorScope;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReadsTest {
  private static final EntityType<String> SEAL =
      EntityType.of(String.class, "Seal", "TYPE", in -> "")
          .key(
              EntityKey.partition(
                  Optional.empty(),
                  "PK",
                  ScalarType.S,
                  "SEAL#{code}",
                  Map.of("code", KeyType.BYTES)))
          .build();
  private static final QueryPattern<String> SEALS =
      QueryPattern.<String>query("seals", List.of(SEAL)).build();

  private static CursorScope scope(Object code) {
    return Reads.scope(SEALS, new Call().field("code", code));
  }

  private static byte[] bytes(int content) {
    return new byte[] {(byte) content};
  }

  @Test
  void the_scope_of_a_cursor_has_the_content_of_arrays() {
    assertThat(scope(bytes(1))).isEqualTo(scope(bytes(1))).isNotEqualTo(scope(bytes(2)));
    assertThat(scope(List.of(bytes(1), bytes(2))))
        .isEqualTo(scope(List.of(bytes(1), bytes(2))))
        .isNotEqualTo(scope(List.of(bytes(1), bytes(3))));
    assertThat(scope(Range.closedOpen(bytes(1), bytes(2))))
        .isEqualTo(scope(Range.closedOpen(bytes(1), bytes(2))))
        .isNotEqualTo(scope(Range.closed(bytes(1), bytes(2))));
  }
}
