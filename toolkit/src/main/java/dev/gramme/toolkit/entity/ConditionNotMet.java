package dev.gramme.toolkit.entity;

/** The condition of a write did not hold. */
public final class ConditionNotMet extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConditionNotMet(String entity, String condition) {
    super("the condition of the write of a " + entity + " does not hold: " + condition);
  }
}
