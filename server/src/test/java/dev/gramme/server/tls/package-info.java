@NullMarked
package dev.gramme.server.tls;

import org.jspecify.annotations.NullMarked;
