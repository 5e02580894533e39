package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * When the item expires: an Instant, or an Optional of one, kept in seconds of the epoch. It is the
 * time to live attribute of the table. Reads leave out what has expired and is still there.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT})
public @interface Ttl {}
