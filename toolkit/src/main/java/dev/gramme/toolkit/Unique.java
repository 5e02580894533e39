package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * No two items of the entity have the same value here.
 *
 * <p>Kept by a marker item for each value, written in one transaction with the item; a write that
 * would break it fails with {@code UniqueViolation}. Writes that go past the toolkit are not
 * checked.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT})
public @interface Unique {}
