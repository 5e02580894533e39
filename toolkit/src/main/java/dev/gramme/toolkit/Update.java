package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Changes some components of an item that is there. The parameters are those of the key, and others
 * that are set; see {@link Add}, {@link Include} and {@link Exclude}. A parameter that the
 * condition names and that is no component is a value of it. Gives nothing, or the item as it is
 * then.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Update {
  /** The entity, if it is not the type that the method gives. */
  Class<?> value() default void.class;

  /** The most that one call may cost, such as {@code 4 WCU}. */
  String budget() default "";

  /** What has to hold of the item that is there, in the words of a condition expression. */
  String condition() default "";
}
