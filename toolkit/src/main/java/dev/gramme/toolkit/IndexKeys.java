package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The names of the key attributes of an index. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({})
public @interface IndexKeys {
  /** The index's name. */
  String name();

  /** The attributes of the partition key, one for each template. */
  String[] pk() default {};

  /** The attributes of the sort key, one for each template. */
  String[] sk() default {};
}
