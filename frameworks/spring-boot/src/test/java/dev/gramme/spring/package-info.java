/** Tests of the library for Spring Boot. Applications in {@code examples} test the rest of it. */
@NullMarked
package dev.gramme.spring;

import org.jspecify.annotations.NullMarked;
