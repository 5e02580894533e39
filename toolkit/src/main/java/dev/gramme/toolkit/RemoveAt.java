package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Removes the element at an index, an {@code int} from 0, from the component; the elements behind
 * it move up. An index behind the end removes nothing. If the item lacks the List, the update fails
 * with ConditionNotMet. Another writer may move elements: a condition can require that the element
 * is the expected one.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface RemoveAt {
  /** The component, which must be a List; the parameter's name if empty. */
  String value() default "";
}
