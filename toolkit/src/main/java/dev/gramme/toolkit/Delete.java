package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Deletes an item, identified by an entity or by the components of its key. Returns nothing, or an
 * Optional of the deleted item.
 *
 * <p>A method that returns a {@code long} deletes all items of a range, and returns how many it has
 * found and deleted. Its parameters are those of a {@link Query}, or of a {@link Collection} if
 * {@link #value} is a sealed interface: the partition key and the beginning of the sort key. Items
 * of other kinds stay. The range is read page by page (strongly consistent), and each page is
 * deleted with BatchWriteItem, 25 items per request and up to four requests concurrently. This is
 * not atomic: another reader sees a part of the items, and an item that is written meanwhile may
 * stay. After an error or {@code BatchIncomplete} a part has been deleted; the call can be
 * repeated. An entity with {@link Unique} is refused, since a batch cannot delete its markers
 * safely.
 *
 * <p>In a {@link Transaction}, the annotated parameter is an entity, or a record whose components
 * are those of the key and values of the condition.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Delete {
  /**
   * The entity, if it is neither the return type nor the parameter. For a range also a sealed
   * interface of entities.
   */
  Class<?> value() default void.class;

  /**
   * The maximum cost of one call, such as {@code 4 WCU}. {@code Explain} compares the estimate with
   * it; calls do not check it. Not allowed on a parameter, see {@link Transaction#budget}.
   */
  String budget() default "";

  /** A condition expression on the existing item. */
  String condition() default "";
}
