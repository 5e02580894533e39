package dev.gramme.move;

import java.io.InputStream;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.Map;

/**
 * What surrounds a command.
 *
 * @param environment the environment variables
 * @param in what the user types
 * @param out for results
 * @param err for errors and progress
 * @param clock the time of day
 */
public record Terminal(
    Map<String, String> environment,
    InputStream in,
    PrintStream out,
    PrintStream err,
    InstantSource clock) {
  public Terminal {
    environment = Map.copyOf(environment);
  }
}
