package dev.gramme.conformance.cases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A folder of case files whose expectations are the answers of a server. The first line of each
 * file has the server, the region and the date.
 */
final class Recording {
  private static final Pattern HEADER =
      Pattern.compile("Recorded from .* in ([a-z0-9-]+) on \\d{4}-\\d\\d-\\d\\d\\.");

  private Recording() {}

  /** The first lines of a file. */
  static List<String> header(boolean aws, String region, LocalDate date) {
    var server = aws ? "AWS" : "a server other than AWS";
    return List.of("Recorded from " + server + " in " + region + " on " + date + ".", "");
  }

  /** The region that a file was recorded in. */
  static String region(CaseFile file) {
    var first = file.introduction().isEmpty() ? "" : file.introduction().getFirst();
    var header = HEADER.matcher(first);
    if (!header.matches()) {
      throw new RecordException(
          file.path() + " is not a recording: its first line is not a header");
    }
    return header.group(1);
  }

  /** The case files of a folder whose names contain a text. */
  static List<CaseFile> files(Path folder, String only) {
    try (var listing = Files.list(folder)) {
      var files =
          listing
              .filter(file -> file.toString().endsWith(".cases"))
              .filter(file -> file.getFileName().toString().contains(only))
              .sorted()
              .map(CaseFile::read)
              .toList();
      if (files.isEmpty()) {
        throw new RecordException(
            "no case files in "
                + folder
                + (only.isEmpty() ? "" : " with '" + only + "' in their names"));
      }
      return files;
    } catch (IOException e) {
      throw new RecordException("cannot read the folder " + folder, e);
    } catch (IllegalArgumentException malformed) {
      throw new RecordException(String.valueOf(malformed.getMessage()), malformed);
    }
  }
}
