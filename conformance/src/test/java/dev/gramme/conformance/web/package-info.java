@NullMarked
package dev.gramme.conformance.web;

import org.jspecify.annotations.NullMarked;
