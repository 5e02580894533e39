package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Removes an item, named by itself or by the components of its key. Gives nothing, or an Optional
 * of what was there.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Delete {
  /** The entity, if it is not the type that the method gives, or its parameter. */
  Class<?> value() default void.class;

  /** The most that one call may cost, such as {@code 4 WCU}. */
  String budget() default "";

  /** What has to hold of the item that is there, in the words of a condition expression. */
  String condition() default "";
}
