package dev.gramme.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Fills a table with {@link LargeItem}s through ImportTable, from files in a folder. */
final class ImportLoad {
  private static final String BUCKET = "large";
  private static final int FILE_ITEMS = 1_000_000;
  private static final String BEFORE_ITEM = "{\"Item\":";

  private final Loader loader;
  private final Path bucket;

  /**
   * Makes the bucket.
   *
   * @param buckets the folder of the server's buckets
   */
  ImportLoad(Loader loader, Path buckets) throws IOException {
    this.loader = loader;
    bucket = Files.createDirectories(buckets.resolve(BUCKET));
  }

  /**
   * Imports this number of items into a new table and returns the items per second, without the
   * time for writing the files. After a failure the files remain.
   */
  double run(String table, long items) throws IOException, InterruptedException {
    Bench.say(String.format(Locale.ROOT, "writing the files of %,d items for an import", items));
    for (long from = 0; from < items; from += FILE_ITEMS) {
      write(from, Math.min(items, from + FILE_ITEMS));
    }
    Bench.say("importing");
    long start = System.nanoTime();
    var json = new ObjectMapper();
    var arn =
        json.readTree(
                loader.call(
                    "ImportTable",
                    """
                    {"S3BucketSource":{"S3Bucket":"%s"},"InputFormat":"DYNAMODB_JSON","ClientToken":"%s",\
                    "TableCreationParameters":%s}\
                    """
                        .formatted(BUCKET, table, Loader.definition(table))))
            .at("/ImportTableDescription/ImportArn")
            .asText();
    while (true) {
      var answer = json.readTree(loader.call("DescribeImport", "{\"ImportArn\":\"" + arn + "\"}"));
      var description = answer.path("ImportTableDescription");
      var status = description.path("ImportStatus").asText();
      if (!status.equals("IN_PROGRESS")) {
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!status.equals("COMPLETED")
            || description.path("ImportedItemCount").asLong() != items) {
          throw new IOException("the import did not complete with all items: " + description);
        }
        deleteFiles();
        return items / seconds;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private void write(long from, long to) throws IOException {
    var line = (BEFORE_ITEM + LargeItem.JSON + "}\n").getBytes(StandardCharsets.US_ASCII);
    var texts = new LargeItem.Texts(new SplittableRandom(from));
    var file = bucket.resolve(String.format(Locale.ROOT, "items-%010d.json", from));
    try (var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      for (long number = from; number < to; number++) {
        LargeItem.put(line, BEFORE_ITEM.length(), number, texts);
        out.write(line);
      }
    }
  }

  private void deleteFiles() throws IOException {
    try (var files = Files.newDirectoryStream(bucket)) {
      for (var file : files) {
        Files.delete(file);
      }
    }
  }
}
