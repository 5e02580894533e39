package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;

/** Another process uses the folder of a database. */
public final class FolderInUseException extends StorageException {
  private static final long serialVersionUID = 1L;

  FolderInUseException(String message) {
    super(message);
  }
}
