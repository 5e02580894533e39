package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A String in the template of a partition key that spreads what would be one partition over
 * several: the value of a write comes from {@code Shards}, and a read that leaves it out reads all
 * of them.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Shard {
  /** How many there are, from 1 to 10,000. */
  int value();
}
