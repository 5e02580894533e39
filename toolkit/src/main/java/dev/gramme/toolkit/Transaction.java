package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes several items in one transaction. A parameter is one of these:
 *
 * <ul>
 *   <li>an entity with {@link Put}, {@link Create}, {@link Replace} or {@link Delete}
 *   <li>a record with {@link Update}, {@link Delete} or {@link ConditionCheck}, whose components
 *       are those of the item's key, the changes, and the values of the condition
 *   <li>an {@link IdempotencyKey}
 * </ul>
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Transaction {
  /** The maximum cost of one call, such as {@code 8 WCU}. */
  String budget() default "";
}
