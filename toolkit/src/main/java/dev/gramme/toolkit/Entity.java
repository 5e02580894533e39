package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record that is kept as an item.
 *
 * <p>A template makes a key attribute of components: in {@code ORDER#{placedAt}#{id}} the parts in
 * braces are components, in an encoding that sorts as their values do, and the rest stands as it
 * is. A template that is one component and nothing else gives a key attribute of that component's
 * own type.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE})
public @interface Entity {
  /** The template of the partition key. */
  String pk();

  /** The template of the sort key, if the table has one. */
  String sk() default "";

  /** What the attribute that tells the kinds of items apart says; the record's name if empty. */
  String type() default "";
}
