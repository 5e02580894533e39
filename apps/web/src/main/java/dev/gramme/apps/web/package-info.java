/** What the reference systems serve their pages and interfaces with. */
@NullMarked
package dev.gramme.apps.web;

import org.jspecify.annotations.NullMarked;
