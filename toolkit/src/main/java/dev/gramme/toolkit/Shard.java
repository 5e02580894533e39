package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A String in the template of a partition key that spreads a logical partition over several. The
 * value for a write comes from {@code Shards}; a read that omits it reads all shards.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Shard {
  /** The number of shards, from 1 to 10,000. */
  int value();

  /**
   * The least number of digits of the shards, as in {@code Shards}; 0 for as many as the last one
   * has. If the number of shards increases, the number of digits of stored items must stay.
   */
  int digits() default 0;
}
