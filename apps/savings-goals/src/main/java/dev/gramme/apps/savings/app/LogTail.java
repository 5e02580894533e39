package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Finds the line of a process's log that says why the process has ended. */
final class LogTail {
  private static final int MAX_BYTES = 16 * 1024;

  private LogTail() {}

  /** The last line that is not a part of a stack trace; a note if there is none. */
  static String lastLine(Path log) {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      var bytes = new byte[(int) Math.min(MAX_BYTES, file.length())];
      file.seek(file.length() - bytes.length);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
          .reduce((before, line) -> line)
          .map(String::strip)
          .orElse("(its log is empty)");
    } catch (IOException e) {
      return "(its log cannot be read: " + e.getMessage() + ")";
    }
  }
}
