package dev.gramme.server;

import java.util.Random;

/** A part of a load on several servers: what clients of one kind do, and what must hold of it. */
interface LoadPart {
  /** Makes what it needs. */
  void prepare(ServerProcess server) throws Exception;

  /** Does something once; called by several threads. How that ended. */
  Answer.Ending step(ServerProcess server, Random random) throws Exception;

  /** Checks what is there after the load. A line about what was done. */
  String check(ServerProcess server) throws Exception;
}
