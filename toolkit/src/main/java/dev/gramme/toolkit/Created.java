package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An Instant, or an Optional of one, at which the item was created, by the table's clock.
 *
 * <p>{@code @Create} sets it. {@code @Put} and {@code @Replace} keep the value of the record, and
 * set it if it is null or empty: such a record is a new item, which may replace an old one.
 * {@code @Update} keeps the stored value; with {@code upsert} it sets the value of a new item.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT})
public @interface Created {}
