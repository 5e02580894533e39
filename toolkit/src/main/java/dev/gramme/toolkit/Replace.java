package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Writes an item that replaces an existing one; throws ItemNotFound if there is none. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Replace {
  /**
   * The maximum cost of one call, such as {@code 4 WCU}. {@code Explain} compares the estimate with
   * it; calls do not check it. Not allowed on a parameter, see {@link Transaction#budget}.
   */
  String budget() default "";

  /** A condition expression on the existing item. */
  String condition() default "";
}
