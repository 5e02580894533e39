package dev.gramme.server.backup;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Describes errors of files for the operator, without class names. */
final class FileFaults {
  private FileFaults() {}

  /** A description without a full stop. */
  static String inWords(Throwable fault) {
    return switch (fault) {
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case FileSystemException other -> other.getFile() + ": " + reason(other.getReason());
      default -> reason(fault.getMessage());
    };
  }

  private static String reason(@Nullable String message) {
    return message == null ? "the system gives no reason" : message;
  }
}
