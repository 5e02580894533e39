@NullMarked
package dev.gramme.server.web;

import org.jspecify.annotations.NullMarked;
