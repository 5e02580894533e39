/** Which web pages and host names a server accepts. */
@NullMarked
package dev.gramme.server.web;

import org.jspecify.annotations.NullMarked;
