package dev.gramme.server.backup;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** What a killed server has left in its data folder. */
public final class Leftovers {
  private Leftovers() {}

  /**
   * Deletes the checkpoint of an archive. Its links keep files on the disk that the database has
   * deleted, also if the server no longer has an archive. Call this only in the process that has
   * opened the databases of the folder.
   */
  public static void remove(Path data) {
    try {
      Folders.delete(ArchiveBase.checkpoint(data));
    } catch (IOException e) {
      LoggerFactory.getLogger(Leftovers.class)
          .warn("The checkpoint of an earlier archive remains: {}", FileFaults.inWords(e));
    }
  }
}
