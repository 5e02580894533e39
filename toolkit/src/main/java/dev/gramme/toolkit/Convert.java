package dev.gramme.toolkit;

import dev.gramme.toolkit.entity.Converter;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Stores a component whose type the toolkit does not support, using a converter. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT})
public @interface Convert {
  /** A converter for the component's type, with a public constructor without parameters. */
  Class<? extends Converter<?>> value();
}
