package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The version of an entity's schema, starting with 1. Each item stores its version, except items of
 * version 1. On read, the record's {@link Upcast} methods convert older items; they are stored in
 * the new form only when they are next written. Reads and updates refuse items of a newer version,
 * except in an index that does not project the attribute {@code SCHEMA}. Such items are replaced
 * and deleted only if they have no unique values.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface SchemaVersion {
  /** The version of newly written items. */
  int value();
}
