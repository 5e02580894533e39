package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiErrorTest {
  private static final Item ITEM = Item.of("a", new AttributeValue.S("b"));

  @ParameterizedTest
  @CsvSource({
    "VALIDATION, com.amazon.coral.validate#ValidationException, message",
    "SERIALIZATION, com.amazon.coral.service#SerializationException, Message",
    "ACCESS_DENIED, com.amazon.coral.service#AccessDeniedException, Message",
    "RESOURCE_NOT_FOUND, com.amazonaws.dynamodb.v20120810#ResourceNotFoundException, message",
    "TRANSACTION_CANCELED, com.amazonaws.dynamodb.v20120810#TransactionCanceledException, Message",
  })
  void an_error_has_a_name_and_a_member_for_its_message(
      ErrorType type, String name, String textMember) {
    assertThat(type.wireName()).isEqualTo(name);
    assertThat(type.shape()).isEqualTo(name.substring(name.indexOf('#') + 1));
    assertThat(type.textMember()).isEqualTo(textMember);
  }

  @Test
  void one_error_is_the_servers() {
    assertThat(Arrays.stream(ErrorType.values()).filter(type -> type.httpStatus() == 500))
        .containsExactly(ErrorType.INTERNAL_SERVER_ERROR);
    assertThat(ErrorType.VALIDATION.httpStatus()).isEqualTo(400);
  }

  @Test
  void an_error_has_type_and_text() {
    var error = ApiError.validation("wrong");
    assertThat(error.type()).isEqualTo(ErrorType.VALIDATION);
    assertThat(error.text()).contains("wrong");
    assertThat(error.item()).isEmpty();
    assertThat(error.getStackTrace()).isEmpty();
    assertThat(ApiError.withoutText(ErrorType.LIMIT_EXCEEDED).text()).isEmpty();
  }

  @Test
  void a_failed_condition_may_have_the_item() {
    var error = ApiError.conditionalCheckFailed(ITEM);
    assertThat(error.item()).contains(ITEM);
    assertThat(error.text()).contains("The conditional request failed");
    var other = error.withText("other");
    assertThat(other.text()).contains("other");
    assertThat(other.item()).contains(ITEM);
    assertThat(other.type()).isEqualTo(ErrorType.CONDITIONAL_CHECK_FAILED);
  }

  @Test
  void a_cancelled_transaction_has_a_reason_for_each_action() {
    var reasons =
        List.of(
            CancellationReason.NONE,
            CancellationReason.conditionalCheckFailed(ITEM),
            CancellationReason.transactionConflict(),
            CancellationReason.validationError("wrong"));
    var error = ApiError.transactionCanceled(reasons);
    assertThat(error.cancellationReasons()).isEqualTo(reasons);
    assertThat(error.text())
        .contains(
            "Transaction cancelled, please refer cancellation reasons for specific reasons"
                + " [None, ConditionalCheckFailed, TransactionConflict, ValidationError]");
    assertThat(reasons)
        .extracting(CancellationReason::text)
        .containsExactly(
            null, "The conditional request failed", "Transaction is ongoing for the item", "wrong");
    assertThat(reasons.get(1).item()).isEqualTo(ITEM);
  }

  @ParameterizedTest
  @CsvSource({
    "PROVISIONED_THROUGHPUT_EXCEEDED, ProvisionedThroughputExceeded",
    "THROTTLING, ThrottlingError"
  })
  void a_throttled_action_has_the_code_of_its_error(ErrorType type, String code) {
    var reasons = List.of(new ThrottlingReason("reason", "resource"));
    var error = ApiError.throttled(type, "too much", reasons);
    assertThat(error.throttlingReasons()).isEqualTo(reasons);
    assertThat(CancellationReason.throttled(error))
        .isEqualTo(new CancellationReason(code, "too much", null));
  }

  @Test
  void names_of_attributes_are_limited() {
    assertThatThrownBy(() -> AttributeNames.check("")).hasMessage("Empty attribute name");
    assertThatCode(() -> AttributeNames.check("x".repeat(65_535))).doesNotThrowAnyException();
    assertThatThrownBy(() -> AttributeNames.check("x".repeat(65_536)))
        .hasMessage("Attribute name is too large, must be less than 65536 bytes");
    assertThat(AttributeNames.isTooLarge("€".repeat(21_845))).isFalse();
    assertThat(AttributeNames.isTooLarge("€".repeat(21_845) + "x")).isTrue();
  }
}
