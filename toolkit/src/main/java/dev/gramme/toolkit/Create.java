package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Writes an item that is not there yet, or throws ItemExists. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Create {
  /** The most that one call may cost, such as {@code 4 WCU}. */
  String budget() default "";
}
