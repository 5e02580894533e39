package dev.gramme.toolkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets a part of a component: {@code @Path("publisher.address.city")}. An empty Optional removes
 * the part. If the item lacks what contains the part, the update fails with ConditionNotMet.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Path {
  /**
   * The component and the names within it, separated by dots: components of nested records, or keys
   * of Maps.
   */
  String value();
}
