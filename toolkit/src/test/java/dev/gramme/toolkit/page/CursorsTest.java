package dev.gramme.toolkit.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Seeds;
import dev.gramme.toolkit.page.CursorRefused.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class CursorsTest {
  private static final CursorKey OLD = key(1);
  private static final CursorKey NEW = key(2);
  private static final CursorScope SCOPE = CursorScope.of("Shop.history", "ana@example.com");
  private static final Map<String, AttributeValue> POSITION =
      Map.of(
          "PK", AttributeValue.fromS("CUST#ana@example.com"),
          "SK", AttributeValue.fromS("ORDER#é\uD83D\uDE00"),
          "n", AttributeValue.fromN("-12.5"),
          "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1})));

  private static CursorKey key(int id) {
    return new CursorKey(id, ("secret number " + id).repeat(3).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_cursor_gives_the_position_back() {
    Cursors cursors = Cursors.signed(NEW);
    Cursor cursor = cursors.seal(SCOPE, POSITION);

    assertThat(cursors.open(SCOPE, cursor)).isEqualTo(POSITION);
    assertThat(cursors.open(SCOPE, Cursor.of(cursor.token()))).isEqualTo(POSITION);
    assertThat(cursor.token()).matches("[A-Za-z0-9_-]+");
    assertThat(cursors.open(SCOPE, Cursor.start())).isNull();
    assertThat(Cursor.of("").isStart()).isTrue();
  }

  @Test
  void a_cursor_of_another_query_is_refused() {
    Cursors cursors = Cursors.signed(NEW);
    Cursor cursor = cursors.seal(SCOPE, POSITION);

    refused(cursors, CursorScope.of("Shop.history", "bob@example.com"), cursor, Reason.OTHER_QUERY);
    refused(cursors, CursorScope.of("Shop.orders", "ana@example.com"), cursor, Reason.OTHER_QUERY);
    refused(
        cursors, CursorScope.of("Shop.history", "ana@", "example.com"), cursor, Reason.OTHER_QUERY);
    assertThatThrownBy(() -> cursors.open(CursorScope.of("Shop.orders"), cursor))
        .hasMessage("this cursor belongs to another query");
  }

  @Test
  void a_key_can_be_replaced() {
    Cursor old = Cursors.signed(OLD).seal(SCOPE, POSITION);

    assertThat(Cursors.signed(NEW, OLD).open(SCOPE, old)).isEqualTo(POSITION);
    refused(Cursors.signed(NEW), SCOPE, old, Reason.UNKNOWN_KEY);
    refused(Cursors.signed(new CursorKey(1, NEW.secret())), SCOPE, old, Reason.FORGED);
    assertThatThrownBy(() -> Cursors.signed(NEW, NEW)).hasMessage("two keys with the id 2");
    assertThatThrownBy(() -> new CursorKey(1, new byte[31]))
        .hasMessageContaining("at least 32 bytes");
  }

  @Test
  void a_cursor_that_was_changed_anywhere_is_refused() {
    Cursors cursors = Cursors.signed(NEW, OLD);
    byte[] token = Base64.getUrlDecoder().decode(cursors.seal(SCOPE, POSITION).token());
    for (int i = 0; i < token.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = token.clone();
        changed[i] ^= (byte) (1 << bit);
        Cursor cursor = Cursor.of(Base64.getUrlEncoder().withoutPadding().encodeToString(changed));
        assertThatThrownBy(() -> cursors.open(SCOPE, cursor)).isInstanceOf(CursorRefused.class);
      }
    }
  }

  @Test
  void anything_else_than_a_cursor_is_refused() {
    Cursors cursors = Cursors.signed(NEW);
    refused(cursors, SCOPE, Cursor.of("?"), Reason.MALFORMED);
    refused(cursors, SCOPE, Cursor.of("AQI"), Reason.MALFORMED);
    refused(cursors, SCOPE, Cursor.of("A".repeat(100_000)), Reason.MALFORMED);
    refused(cursors, SCOPE, Cursor.of("A".repeat(100)), Reason.UNKNOWN_VERSION);
    Seeds.forAll(
        500,
        random -> {
          byte[] token = new byte[random.nextInt(1, 100)];
          random.nextBytes(token);
          Cursor cursor = Cursor.of(Base64.getUrlEncoder().encodeToString(token));
          assertThatThrownBy(() -> cursors.open(SCOPE, cursor)).isInstanceOf(CursorRefused.class);
        });
  }

  private static void refused(Cursors cursors, CursorScope scope, Cursor cursor, Reason reason) {
    assertThatThrownBy(() -> cursors.open(scope, cursor))
        .isInstanceOfSatisfying(
            CursorRefused.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
  }
}
