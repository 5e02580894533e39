@NullMarked
package dev.gramme.apps.web.command;

import org.jspecify.annotations.NullMarked;
