package dev.gramme.storage.rocksdb;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Describes an error of the file system for the operator, without class names. */
final class FileFault {
  private FileFault() {}

  /**
   * A description without a full stop. Exceptions of other origin are described by their message.
   */
  static String inWords(Exception fault) {
    return switch (fault) {
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> there.getFile() + " is a file";
      case NotDirectoryException file -> file.getFile() + " is a file";
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case FileSystemException other -> other.getFile() + ": " + reason(other.getReason());
      default -> reason(fault.getMessage());
    };
  }

  private static String reason(@Nullable String message) {
    return message == null ? "the system gives no reason" : message;
  }
}
