package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Reads one item by its key. Returns an Optional of the entity, or the entity; the latter throws
 * ItemNotFound if there is none. In place of the entity it can return a record with some of its
 * components, of which only the attributes are requested; {@link #value} names the entity then.
 *
 * <p>A method whose only parameter is a component with {@link Unique} reads the item with this
 * value. It makes two reads, that of the value's marker and that of the item. If another writer
 * moves the value to another item between both, an eventually consistent read returns no item, and
 * a strongly consistent one begins again, at most ten times ({@code WriteContention}).
 *
 * <p>A method with a List of records with the components of a key reads any number of items and
 * returns a List of them, in the order of the keys. Keys without an item are left out; a repeated
 * key is read once. The keys are read with BatchGetItem, 100 per request and up to four requests
 * concurrently, so the items may be of different times. Unprocessed keys are retried as {@code
 * Table.withBackoff} says; {@code BatchIncomplete} is thrown if some remain. Each item is rounded
 * up to 4 KB by itself.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD})
public @interface Get {
  /** The entity, if the method returns records with some of its components. */
  Class<?> value() default void.class;

  /** The maximum cost of one call, such as {@code 4 RCU}. */
  String budget() default "";

  /** Whether the read is strongly consistent. */
  boolean consistent() default false;

  /** Whether to return an item that has expired but is not deleted yet. */
  boolean includeExpired() default false;
}
