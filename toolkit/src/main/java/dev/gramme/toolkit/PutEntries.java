package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts the entries of the Map into the component; its other entries stay. If the item lacks the
 * Map, the update fails with ConditionNotMet.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface PutEntries {
  /** The component, which must be a Map; the parameter's name if empty. */
  String value() default "";
}
