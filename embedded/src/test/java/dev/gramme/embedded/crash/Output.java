package dev.gramme.embedded.crash;

/** The standard output of a process that its test kills. */
final class Output {
  private Output() {}

  /**
   * Prints a line. Ends the process if nobody reads any more, because the test itself was killed.
   */
  static void println(String line) {
    System.out.println(line);
    if (System.out.checkError()) {
      Runtime.getRuntime().halt(1);
    }
  }
}
