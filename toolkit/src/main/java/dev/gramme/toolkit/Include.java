package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Adds the value, or the values of the set, to the component. Repeating it has no further effect.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Include {
  /** The component, which must be a set; the parameter's name if empty. */
  String value() default "";

  /** The maximum size of the set, or zero for no limit; an update that exceeds it fails. */
  int limit() default 0;
}
