package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface whose methods are what is asked of a table and written to it. Its implementation is
 * generated, as a class of the same name with {@code Table} at its end.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE})
public @interface AccessPatterns {
  /** The table's name, which may be another at run time. */
  String table();

  /** The attribute of the partition key. */
  String pk() default "PK";

  /** The attribute of the sort key; ignored if no entity has one. */
  String sk() default "SK";

  /** The attribute that tells the kinds of items apart. */
  String type() default "TYPE";

  /** Entities, or sealed interfaces of entities, beside those that the methods speak of. */
  Class<?>[] entities() default {};

  /** The key attributes of indexes whose names are not to be the index's name with PK and SK. */
  IndexKeys[] indexes() default {};
}
