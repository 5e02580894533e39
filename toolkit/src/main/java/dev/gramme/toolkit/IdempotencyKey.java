package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A String that names the message that a transaction is the effect of. The transaction is committed
 * once for each message, however often it is called, and gives as a boolean whether it was this
 * time.
 *
 * <p>That it was is remembered in an item that expires; the table needs an attribute for time to
 * live.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PARAMETER)
public @interface IdempotencyKey {
  /** For how many days a message is remembered. */
  int days() default 7;
}
