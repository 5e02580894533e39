package dev.gramme.server;

import java.util.Random;

/** One kind of client in a load on several servers, and the checks of its results. */
interface LoadPart {
  /** Creates what the clients need. */
  void prepare(ServerProcess server) throws Exception;

  /** Executes one request and returns its outcome. Called by several threads. */
  Answer.Ending step(ServerProcess server, Random random) throws Exception;

  /** Checks the data after the load. Returns a line that summarizes the requests. */
  String check(ServerProcess server) throws Exception;
}
