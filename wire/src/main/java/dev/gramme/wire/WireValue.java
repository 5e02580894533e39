package dev.gramme.wire;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.Wording;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An attribute value in a request: a valid value, or a fault. */
public final class WireValue {
  private final @Nullable AttributeValue value;
  private final @Nullable ValueFault fault;

  private WireValue(@Nullable AttributeValue value, @Nullable ValueFault fault) {
    this.value = value;
    this.fault = fault;
  }

  /** A valid value. */
  public static WireValue of(AttributeValue value) {
    return new WireValue(value, null);
  }

  static WireValue faulty(ValueFault fault) {
    return new WireValue(null, fault);
  }

  /** The fault; empty if the value is valid. */
  public Optional<ValueFault> fault() {
    return Optional.ofNullable(fault);
  }

  /**
   * The value.
   *
   * @throws dev.gramme.model.ApiError a ValidationException if the value is invalid
   */
  public AttributeValue value(Wording wording) {
    if (fault != null) {
      throw fault.error(wording);
    }
    return valid();
  }

  /** The same value, with the messages of statements if it is invalid. */
  public WireValue ofStatement() {
    return fault == null ? this : faulty(fault.ofStatement());
  }

  /** The value, null if it is invalid. */
  @Nullable AttributeValue valueOrNull() {
    return value;
  }

  private AttributeValue valid() {
    if (value == null) {
      throw new IllegalStateException("neither value nor fault");
    }
    return value;
  }

  @Override
  public String toString() {
    return Echo.of(this);
  }
}
