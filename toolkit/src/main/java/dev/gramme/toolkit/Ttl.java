package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The expiry time of the item: an Instant, or an Optional of one, stored in epoch seconds. It is
 * the table's time-to-live attribute. Reads skip items that have expired but are not deleted yet.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT})
public @interface Ttl {}
