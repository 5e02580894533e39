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

/** Any text as any expression, led by the code that it reaches: an answer or an error, soon. */
class ExpressionJazzerTest {
  private static final Item ITEM =
      Item.builder()
          .put("a", new AttributeValue.N(BigDecimal.ONE))
          .put("b", new AttributeValue.S("text"))
          .put("l", new AttributeValue.L(List.of(new AttributeValue.S("x"))))
          .put("m", new AttributeValue.M(Item.of("c", AttributeValue.Bool.TRUE)))
          .build();

  @FuzzTest(maxDuration = "10s")
  void any_text_is_an_expression_or_refused(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.UTF_8);
    answered(() -> {
      var condition = Condition.parse(ExpressionKind.CONDITION, text, placeholders());
      assertThat(condition.test(ITEM)).isEqualTo(condition.test(ITEM));
    });
    answered(() -> KeyCondition.parse(text, placeholders()));
    answered(() -> Projection.parse(text, placeholders()));
    answered(() -> Update.parse(text, placeholders()).apply(ITEM, Item.empty()));
  }

  private static Placeholders placeholders() {
    return new Placeholders(
        Map.of("#n", "m"),
        Map.of(":v", new AttributeValue.N(BigDecimal.TEN), ":w", new AttributeValue.S("w")));
  }

  private static void answered(Runnable parsing) {
    try {
      parsing.run();
    } catch (ApiError refused) {
      assertThat(refused.type()).isEqualTo(ErrorType.VALIDATION);
      assertThat(refused.text()).isPresent();
    }
  }
}
