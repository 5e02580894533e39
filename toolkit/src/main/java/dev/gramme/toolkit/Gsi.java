package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Adds an entity to a global secondary index.
 *
 * <p>If a component of one of the templates is an empty Optional, the item is not in the index (a
 * sparse index). Several templates define a multi-attribute key, with at most four attributes.
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

  /** The templates of the sort key, if there is one. */
  String[] sk() default {};

  /** The projected attributes; all entities of an index must declare the same. */
  Projection projection() default Projection.ALL;

  /** The components that {@link Projection#INCLUDE} projects. */
  String[] include() default {};
}
