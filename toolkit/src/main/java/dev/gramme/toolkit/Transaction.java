package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes several items in one transaction. Each parameter is an entity with {@link Put}, {@link
 * Create}, {@link Replace} or {@link Delete}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Transaction {
  /** The maximum cost of one call, such as {@code 8 WCU}. */
  String budget() default "";
}
