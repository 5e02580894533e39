package dev.gramme.storage.rocksdb;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** What the file system refused, in words for who started the server: never the name of a class. */
final class FileFault {
  private FileFault() {}

  /** The fault without a full stop; one that is not the file system's is told as it is. */
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

  private static String reason(@Nullable String told) {
    return told == null ? "the system does not say why" : told;
  }
}
