@NullMarked
package dev.gramme.toolkit.client;

import org.jspecify.annotations.NullMarked;
