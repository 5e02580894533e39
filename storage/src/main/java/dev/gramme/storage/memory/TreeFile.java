package dev.gramme.storage.memory;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.tree.ByteTree;
import dev.gramme.storage.tree.TreeCursor;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The checkpoint file of the in-memory store. Its directory holds one file: the format number,
 * every entry in order with its length before it, an end mark, and the CRC-32C of all that.
 */
final class TreeFile {
  private static final String NAME = "memory.gramme";
  private static final long FORMAT = 0x4772616d6d650001L; // "Gramme", 1
  private static final int END = -1;

  private TreeFile() {}

  static void write(ByteTree tree, Path directory) {
    CRC32C checksum = new CRC32C();
    try {
      Files.createDirectory(directory);
      try (DataOutputStream out =
          new DataOutputStream(
              new CheckedOutputStream(
                  new BufferedOutputStream(Files.newOutputStream(directory.resolve(NAME)), 1 << 16),
                  checksum))) {
        out.writeLong(FORMAT);
        TreeCursor entries = tree.all();
        while (entries.next()) {
          out.writeInt(entries.entry().length);
          out.write(entries.entry());
        }
        out.writeInt(END);
        out.writeLong(checksum.getValue());
      }
    } catch (IOException e) {
      throw new StorageException("The checkpoint " + directory + " cannot be written: " + e, e);
    }
  }

  static ByteTree read(Path directory) {
    CRC32C checksum = new CRC32C();
    Path file = directory.resolve(NAME);
    try (DataInputStream in =
        new DataInputStream(
            new CheckedInputStream(
                new BufferedInputStream(Files.newInputStream(file), 1 << 16), checksum))) {
      if (in.readLong() != FORMAT) {
        throw new StorageException(file + " is not a checkpoint that this version can read.");
      }
      ByteTree tree = ByteTree.EMPTY;
      for (int length = in.readInt(); length != END; length = in.readInt()) {
        byte[] entry = length < 0 ? new byte[0] : in.readNBytes(length);
        if (entry.length != length) {
          throw new EOFException();
        }
        tree = tree.put(entry);
      }
      long expected = checksum.getValue();
      if (in.readLong() != expected) {
        throw new StorageException("The checkpoint " + file + " is damaged: its checksum differs.");
      }
      return tree;
    } catch (EOFException e) {
      throw new StorageException("The checkpoint " + file + " is damaged: it ends too early.", e);
    } catch (IOException e) {
      throw new StorageException("The checkpoint " + file + " cannot be read: " + e, e);
    }
  }
}
