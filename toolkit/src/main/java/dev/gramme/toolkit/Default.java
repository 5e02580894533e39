package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a component for an item without the attribute, and for a record in which the
 * component is null. A write stores it. The text is parsed at compile time: a number, {@code true}
 * or {@code false}, the name of an enum's constant, or what {@code parse} of the type accepts, such
 * as {@code PT5M} for a Duration.
 *
 * <p>Filters, conditions and indexes use the stored item. They do not see the default of an item
 * that was written without the attribute.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT})
public @interface Default {
  /** The value as text. */
  String value();
}
