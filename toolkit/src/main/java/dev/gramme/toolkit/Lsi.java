package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Adds an entity to a local secondary index, which has the partition key of the table.
 *
 * <p>If a component of the template is an empty Optional, the item is not in the index.
 */
@java.lang.annotation.Repeatable(Lsis.class)
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE})
public @interface Lsi {
  /** The index's name. */
  String name();

  /** The template of the sort key. */
  String sk();

  /** The projected attributes; all entities of an index must declare the same. */
  Projection projection() default Projection.ALL;

  /** The components that {@link Projection#INCLUDE} projects. */
  String[] include() default {};
}
