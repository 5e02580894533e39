package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes an item and replaces an existing one. Returns nothing, or the item as stored.
 *
 * <p>A method with a List of entities writes any number of items with BatchWriteItem, 25 per
 * request and up to four requests concurrently, and returns nothing. The writes are not atomic. Of
 * several items with the same key the last one is stored. Unprocessed items are retried as {@code
 * Table.withBackoff} says. If some items could not be written, the others are written, and {@code
 * BatchIncomplete} is thrown. A batch has no conditions and no transaction, so entities with {@link
 * Unique}, {@link Version} or {@link History} are refused.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Put {
  /**
   * The maximum cost of one call, such as {@code 4 WCU}. {@code Explain} compares the estimate with
   * it; calls do not check it. Not allowed on a parameter, see {@link Transaction#budget}.
   */
  String budget() default "";

  /** A condition expression on the existing item. */
  String condition() default "";
}
