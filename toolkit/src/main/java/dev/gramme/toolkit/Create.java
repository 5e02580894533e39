package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes an item that does not exist yet; throws ItemExists if it does. On a parameter, it is one
 * write of a {@link Transaction}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Create {
  /**
   * The maximum cost of one call, such as {@code 4 WCU}. {@code Explain} compares the estimate with
   * it; calls do not check it. Not allowed on a parameter, see {@link Transaction#budget}.
   */
  String budget() default "";
}
