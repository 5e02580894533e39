package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of the component is unique among all items of the entity.
 *
 * <p>A marker item for each value enforces this, written in the same transaction as the item. A
 * write that would violate it fails with {@code UniqueViolation}. The marker contains the key of
 * the item, so that {@link Get} can read an item by the value. The key of the marker contains the
 * name of the component, which therefore must not change. Writes that bypass the toolkit are not
 * checked.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT})
public @interface Unique {}
