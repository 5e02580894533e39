package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The value or the set of values is included in the set. Again makes no difference. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER})
public @interface Include {
  /** The component, a set; the parameter's name if empty. */
  String value() default "";

  /** How many values the set can have, if not zero; a value more is refused. */
  int limit() default 0;
}
