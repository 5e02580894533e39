package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Requires something of an item that a {@link Transaction} does not write. The parameter is one of
 * these:
 *
 * <ul>
 *   <li>a record whose components are those of the item's key and values of the condition
 *   <li>an entity with a {@link Version}: the item must still have this version
 * </ul>
 *
 * <p>A check costs as much as a write of the item.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER})
public @interface ConditionCheck {
  /** The entity, if the parameter is not one. */
  Class<?> value() default void.class;

  /** A condition expression on the item; if it is empty, the item must exist. */
  String condition() default "";

  /** Whether the item must not exist. */
  boolean absent() default false;
}
