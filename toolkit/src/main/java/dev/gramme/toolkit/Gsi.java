package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts an entity into a global secondary index.
 *
 * <p>If a component of one of the templates is an empty Optional, the item is not in the index (a
 * sparse index). Several templates make a key of several attributes, at most four.
 */
@java.lang.annotation.Repeatable(Gsis.class)
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE})
public @interface Gsi {
  /** The index's name. */
  String name();

  /** The templates of the partition key. */
  String[] pk();

  /** The templates of the sort key, if it has one. */
  String[] sk() default {};

  /** What the index holds beside the keys; all entities of an index have to say the same. */
  Projection projection() default Projection.ALL;

  /** The components that an index with {@link Projection#INCLUDE} holds. */
  String[] include() default {};
}
