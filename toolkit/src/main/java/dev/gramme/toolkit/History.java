package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Every version of the item is kept: each write puts it into a partition of its own too, in the
 * same transaction. Needs a component with {@link Version}; read with {@link Versions}. A deletion
 * leaves the history.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface History {}
