package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record that is stored as an item.
 *
 * <p>A template builds a key attribute from components: in {@code ORDER#{placedAt}#{id}} the parts
 * in braces are components, encoded so that they sort like their values; the rest is literal. A
 * template that consists of a single component gives a key attribute of that component's own type.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE})
public @interface Entity {
  /** The template of the partition key. */
  String pk();

  /** The template of the sort key, if the table has one. */
  String sk() default "";

  /** The entity's value of the type attribute; the record's name if empty. */
  String type() default "";
}
