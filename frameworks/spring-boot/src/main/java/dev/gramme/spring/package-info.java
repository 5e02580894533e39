/**
 * Gramme in tests of Spring Boot 3.5 and 4. The classes use only those classes of Spring Boot that
 * have the same names in both.
 */
@NullMarked
package dev.gramme.spring;

import org.jspecify.annotations.NullMarked;
