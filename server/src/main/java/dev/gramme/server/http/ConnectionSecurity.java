package dev.gramme.server.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;

/** Encrypts connections. */
@FunctionalInterface
public interface ConnectionSecurity {

  /** Encrypts a new connection. Called on its event loop, so it must not block. */
  SslHandler newHandler(ByteBufAllocator allocator);
}
