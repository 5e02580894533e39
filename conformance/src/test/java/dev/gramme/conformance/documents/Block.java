package dev.gramme.conformance.documents;

/**
 * A fenced block of a page.
 *
 * @param page the page's path in the project
 * @param line the line where its text begins, from 1
 * @param section the number of headings before it
 * @param language the first word of its info string
 * @param argument the rest of its info string: {@code server}, or the name of a file
 * @param text the lines between the fences
 */
record Block(String page, int line, int section, String language, String argument, String text) {

  /** A command that runs until the reader stops it. */
  boolean isServer() {
    return language.equals("sh") && argument.equals("server");
  }

  /** A file that the reader saves under the name in the info string. */
  boolean isFile() {
    return !argument.isEmpty() && !isServer();
  }

  @Override
  public String toString() {
    return page + ":" + line;
  }
}
