package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts an entity into a local secondary index: the partition is that of the table.
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

  /** What the index holds beside the keys; all entities of an index have to say the same. */
  Projection projection() default Projection.ALL;

  /** The components that an index with {@link Projection#INCLUDE} holds. */
  String[] include() default {};
}
