package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Keeps every version of the item: each write also stores a copy in a separate partition, in the
 * same transaction. Requires a component with {@link Version}; read the versions with {@link
 * Versions}. Deleting the item keeps the history. If an item with the same key is created
 * afterwards, its versions start with 1 again and overwrite the former ones with the same numbers.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface History {}
