package dev.gramme.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Runs before the decoder of a connection and reports each read to the connection. The decoder
 * buffers an incomplete head; without this handler those bytes would not be counted.
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
