/** TLS: certificates, keys, and whom they prove to be there. */
@NullMarked
package dev.gramme.server.tls;

import org.jspecify.annotations.NullMarked;
