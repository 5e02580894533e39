package dev.gramme.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Stands before the decoder of a connection and reports each read to it: the decoder keeps the
 * bytes of a head that is not complete, and nothing else would count them.
 */
final class ArrivingBytes extends ChannelInboundHandlerAdapter {
  private final HttpConnection connection;

  ArrivingBytes(HttpConnection connection) {
    this.connection = connection;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    int bytes = message instanceof ByteBuf arrived ? arrived.readableBytes() : 0;
    connection.beginRead();
    context.fireChannelRead(message);
    connection.endRead(bytes);
  }
}
