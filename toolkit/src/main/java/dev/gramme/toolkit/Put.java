package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Writes an item and replaces an existing one. Returns nothing, or the item as stored. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Put {
  /** The maximum cost of one call, such as {@code 4 WCU}. */
  String budget() default "";

  /** A condition expression on the existing item. */
  String condition() default "";
}
