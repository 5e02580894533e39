package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The value or the set of values is taken out of the set. Again makes no difference. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER})
public @interface Exclude {
  /** The component, a set; the parameter's name if empty. */
  String value() default "";
}
