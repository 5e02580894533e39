package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An interface whose methods are the reads and writes of a table. The annotation processor
 * generates its implementation: a class with the same name plus {@code Table}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE})
public @interface AccessPatterns {
  /** The table's name, which can be overridden at run time. */
  String table();

  /** The attribute of the partition key. */
  String pk() default "PK";

  /** The attribute of the sort key; ignored if no entity has one. */
  String sk() default "SK";

  /** The attribute that holds the entity type of an item. */
  String type() default "TYPE";

  /** Entities, or sealed interfaces of entities, that no method refers to. */
  Class<?>[] entities() default {};

  /**
   * Names of the key attributes of indexes. The default is the index's name followed by PK and SK.
   */
  IndexKeys[] indexes() default {};
}
