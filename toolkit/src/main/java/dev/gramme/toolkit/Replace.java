package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Writes an item in place of the one that is there, or throws ItemNotFound. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Replace {
  /** The most that one call may cost, such as {@code 4 WCU}. */
  String budget() default "";

  /** What has to hold of the item that is there, in the words of a condition expression. */
  String condition() default "";
}
