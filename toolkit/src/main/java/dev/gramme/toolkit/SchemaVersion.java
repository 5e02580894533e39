package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How often the shape of an entity has changed, from 1 on. Items say of which version they are,
 * none at all of the first; those of older ones are brought up by the {@link Upcast} methods of the
 * record when they are read, and are written anew only when they are written.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface SchemaVersion {
  /** The version that is written. */
  int value();
}
