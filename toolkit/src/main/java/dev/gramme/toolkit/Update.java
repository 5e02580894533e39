package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Changes some components of an existing item, or with {@link #upsert} also of a new one. The
 * parameters are those of the key and the components to set; see also {@link Add}, {@link
 * Subtract}, {@link Include}, {@link Exclude}, {@link Append}, {@link RemoveAt}, {@link
 * PutEntries}, {@link RemoveEntries} and {@link Path}. A parameter that is not a component is a
 * value of the condition. Returns nothing, or the updated item.
 *
 * <p>In a {@link Transaction}, the annotated parameter is a record whose components are these
 * parameters.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.PARAMETER})
public @interface Update {
  /** The entity, if it is not the return type of the method. */
  Class<?> value() default void.class;

  /**
   * The maximum cost of one call, such as {@code 4 WCU}. {@code Explain} compares the estimate with
   * it; calls do not check it. Not allowed on a parameter, see {@link Transaction#budget}.
   */
  String budget() default "";

  /** A condition expression on the existing item. */
  String condition() default "";

  /**
   * Whether the update creates the item if it does not exist. The update must then set or add to
   * every component that is neither an Optional nor a set. A condition must also hold if there is
   * no item.
   */
  boolean upsert() default false;
}
