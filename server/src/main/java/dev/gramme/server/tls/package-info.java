/** TLS: certificates, keys and trusted authorities. */
@NullMarked
package dev.gramme.server.tls;

import org.jspecify.annotations.NullMarked;
