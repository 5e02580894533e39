package dev.gramme.server.backup;

import dev.gramme.engine.check.Finding;
import dev.gramme.engine.check.StoreCheck;
import dev.gramme.server.settings.ProgramName;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.rocksdb.Durability;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** {@code ./gramme check}: checks the databases of a data folder that no server uses. */
public final class CheckCommand {
  /** The help of the command. */
  public static final String USAGE =
      """
      ./gramme check [options]
        checks the databases in --data, which no server may use meanwhile: the checksums of all
        files, that every item decodes, that every index equals its table, sizes, counts and change
        logs; prints each finding, and exits with status 1 if a finding remains
        --repair         write index entries, sizes and counts again from the items
      Settings of the server also apply, such as --data and --durability.
      """;

  /** The number of repairs in one transaction. */
  private static final int CHUNK = 100;

  private final PrintStream out;
  private final boolean repairs;
  private final Durability durability;
  private int findings;
  private int repaired;

  private CheckCommand(PrintStream out, boolean repairs, Durability durability) {
    this.durability = durability;
    this.out = out;
    this.repairs = repairs;
  }

  /** Runs the command and returns the exit status of the process. */
  public static int run(
      List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
    if (arguments.contains("--help")) {
      out.print(ProgramName.in(USAGE));
      return 0;
    }
    return CommandBody.run(
        err,
        () -> {
          var flags = CommandFlags.read(arguments, Set.of(), Set.of("--repair"));
          var settings = Settings.read(flags.settings(), environment);
          if (!settings.isOnDisk()) {
            throw new SettingsException("only databases in a data folder can be checked");
          }
          var command = new CheckCommand(out, flags.isSet("--repair"), settings.durability());
          return command.check(settings.data());
        });
  }

  private boolean check(Path data) throws BackupException, IOException {
    List<Path> databases = DataFolder.databases(data);
    if (databases.isEmpty()) {
      throw new BackupException("there is no database in " + data);
    }
    for (Path database : databases) {
      var options = RocksStoreOptions.builder(database).durability(durability).build();
      try (RocksStore store = RocksStore.open(options)) {
        out.println("checking " + database);
        check(store);
      }
    }
    int left = findings - repaired;
    out.println(
        findings == 0
            ? "nothing is wrong"
            : "%d findings, %d repaired, %d left".formatted(findings, repaired, left));
    return left == 0;
  }

  private void check(RocksStore store) {
    try {
      store.verifyChecksums();
    } catch (StorageException e) {
      findings++;
      out.println(String.valueOf(e.getMessage()));
    }
    var waiting = new ArrayList<Repair>();
    try (Snapshot snapshot = store.snapshot()) {
      StoreCheck.run(
          snapshot,
          finding -> {
            findings++;
            Optional<Consumer<Transaction>> repair = finding.repair().filter(any -> repairs);
            if (repair.isEmpty()) {
              out.println(finding);
              return;
            }
            waiting.add(new Repair(finding, repair.get()));
            if (waiting.size() == CHUNK) {
              repair(store, waiting);
            }
          });
    } catch (RuntimeException | Error e) {
      printUnrepaired(waiting);
      throw e;
    }
    repair(store, waiting);
  }

  /** A finding, and what writes the right row. */
  private record Repair(Finding finding, Consumer<Transaction> action) {}

  private void printUnrepaired(List<Repair> found) {
    found.forEach(repair -> out.println(repair.finding() + " (not repaired)"));
  }

  /** Repairs findings in one transaction, and prints them. */
  private void repair(RocksStore store, List<Repair> waiting) {
    List<Repair> chunk = List.copyOf(waiting);
    waiting.clear();
    try {
      int count =
          store
              .transact(tx -> {
                chunk.forEach(repair -> repair.action().accept(tx));
                return chunk.size();
              })
              .join();
      repaired += count;
      chunk.forEach(repair -> out.println(repair.finding() + " (repaired)"));
    } catch (CompletionException e) {
      printUnrepaired(chunk);
      if (e.getCause() instanceof StorageException fault) {
        throw fault;
      }
      throw e;
    }
  }
}
