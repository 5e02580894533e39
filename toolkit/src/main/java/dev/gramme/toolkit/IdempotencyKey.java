package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A String parameter that identifies the message that a transaction processes. The transaction is
 * committed at most once per message, however often it is called. It returns a boolean: whether
 * this call committed it.
 *
 * <p>An expiring marker item records the message, so the table needs a time-to-live attribute.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PARAMETER)
public @interface IdempotencyKey {
  /** How many days a message is remembered. */
  int days() default 7;
}
