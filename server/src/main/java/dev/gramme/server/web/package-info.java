/** Which web pages and which host names a server answers. */
@NullMarked
package dev.gramme.server.web;

import org.jspecify.annotations.NullMarked;
