@NullMarked
package dev.gramme.server.audit;

import org.jspecify.annotations.NullMarked;
