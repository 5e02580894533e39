package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Deletes an item, identified by an entity or by the components of its key. Returns nothing, or an
 * Optional of the deleted item.
 *
 * <p>In a {@link Transaction}, the annotated parameter is an entity, or a record whose components
 * are those of the key and values of the condition.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Delete {
  /** The entity, if it is neither the return type nor the parameter. */
  Class<?> value() default void.class;

  /** The maximum cost of one call, such as {@code 4 WCU}. */
  String budget() default "";

  /** A condition expression on the existing item. */
  String condition() default "";
}
