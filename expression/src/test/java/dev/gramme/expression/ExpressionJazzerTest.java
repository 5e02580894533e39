package dev.gramme.expression;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Coverage-guided fuzzing: every text gives a valid expression or a ValidationException, without a
 * timeout.
 */
@Tag("long")
class ExpressionJazzerTest {
  private static final Item ITEM =
      Item.builder()
          .put("a", new AttributeValue.N(BigDecimal.ONE))
          .put("b", new AttributeValue.S("text"))
          .put("l", new AttributeValue.L(List.of(new AttributeValue.S("x"))))
          .put("m", new AttributeValue.M(Item.of("c", AttributeValue.Bool.TRUE)))
          .build();

  @FuzzTest(maxDuration = "30s")
  void any_text_is_an_expression_or_refused(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.UTF_8);
    assertValidOrRejected(() -> {
      var condition = Condition.parse(ExpressionKind.CONDITION, text, placeholders());
      assertThat(condition.test(ITEM)).isEqualTo(condition.test(ITEM));
    });
    assertValidOrRejected(() -> KeyCondition.parse(text, placeholders()));
    assertValidOrRejected(() -> Projection.parse(text, placeholders()));
    assertValidOrRejected(() -> Update.parse(text, placeholders()).apply(ITEM, Item.empty()));
  }

  private static Placeholders placeholders() {
    return new Placeholders(
        Map.of("#n", "m"),
        Map.of(":v", new AttributeValue.N(BigDecimal.TEN), ":w", new AttributeValue.S("w")));
  }

  private static void assertValidOrRejected(Runnable parsing) {
    try {
      parsing.run();
    } catch (ApiError refused) {
      assertThat(refused.type()).isEqualTo(ErrorType.VALIDATION);
      assertThat(refused.text()).isPresent();
    }
  }
}
