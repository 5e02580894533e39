package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Adds an element, or the elements of a List, to the end of the component. A missing List counts as
 * empty. Repeating it adds the elements again.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Append {
  /** The component, which must be a List; the parameter's name if empty. */
  String value() default "";
}
