package dev.gramme.server;

import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.auth.identity.IdentitiesFile;
import dev.gramme.auth.identity.IdentitiesFile.Credentials;
import dev.gramme.server.admin.PrivateFile;
import dev.gramme.server.settings.ProgramName;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code ./gramme identities}: edits the identities file, which a running server then reloads. The
 * file is replaced atomically, and only its owner can read it. A secret is printed once, when it is
 * created.
 */
final class IdentitiesCommand {
  private static final String USAGE =
      """
      ./gramme identities add NAME [--policy FILE]   a user with the permissions of the policy
      ./gramme identities list                       all identities and the ids of their keys
      ./gramme identities rotate NAME                create a second access key for an identity
      ./gramme identities remove NAME [KEY]          an identity, or one of its two keys
      Each needs --identities FILE, as for the server; users belong to the account of --account.\
      """;

  private static final int FAILED = 1;
  private static final int MISUSED = 2;
  private static final int SECRET_BYTES = 30;
  private static final int ID_LETTERS = 16;
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private final Path file;
  private final String account;
  private final PrintStream out;

  private IdentitiesCommand(Path file, String account, PrintStream out) {
    this.file = file;
    this.account = account;
    this.out = out;
  }

  /** The arguments are wrong; the message is the usage text. */
  private static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException() {
      super(ProgramName.in(USAGE));
    }
  }

  /** Runs the command and returns the exit status of the process. */
  static int run(
      List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
    var words = new ArrayList<String>();
    var flags = new ArrayList<>(arguments);
    while (!flags.isEmpty() && !flags.getFirst().startsWith("--")) {
      words.add(flags.removeFirst());
    }
    try {
      Optional<Path> policy = policy(flags);
      Settings settings = Settings.read(flags, environment);
      Path file =
          settings
              .identities()
              .orElseThrow(() -> new SettingsException("--identities FILE must name the file"));
      new IdentitiesCommand(file, settings.account(), out).run(words, policy);
      return 0;
    } catch (UsageException | SettingsException e) {
      err.println("gramme: " + e.getMessage());
      return MISUSED;
    } catch (IdentitiesException e) {
      err.println("gramme: " + e.getMessage());
      return FAILED;
    } catch (IOException e) {
      err.println("gramme: " + e);
      return FAILED;
    }
  }

  /** Removes the policy option from the flags and returns its file. */
  private static Optional<Path> policy(List<String> flags) throws UsageException {
    for (int i = 0; i < flags.size(); i++) {
      if (flags.get(i).startsWith("--policy=")) {
        return Optional.of(Path.of(flags.remove(i).substring("--policy=".length())));
      }
      if (flags.get(i).equals("--policy")) {
        if (i + 1 == flags.size()) {
          throw new UsageException();
        }
        flags.remove(i);
        return Optional.of(Path.of(flags.remove(i)));
      }
    }
    return Optional.empty();
  }

  private void run(List<String> words, Optional<Path> policy)
      throws UsageException, IdentitiesException, IOException {
    String command = words.isEmpty() ? "" : words.getFirst();
    boolean addsPolicy = policy.isPresent() && !command.equals("add");
    if (addsPolicy || command.equals("list") != (words.size() == 1)) {
      throw new UsageException();
    }
    switch (command) {
      case "add" -> add(only(words, 2), policy);
      case "list" -> list();
      case "rotate" -> rotate(only(words, 2));
      case "remove" -> remove(words);
      default -> throw new UsageException();
    }
  }

  private static String only(List<String> words, int count) throws UsageException {
    if (words.size() != count) {
      throw new UsageException();
    }
    return words.get(1);
  }

  private void add(String name, Optional<Path> policy) throws IdentitiesException, IOException {
    Credentials key = newKey();
    Optional<String> document =
        policy.isPresent() ? Optional.of(Files.readString(policy.get())) : Optional.empty();
    write(read().add(name, key, document));
    print(key);
    if (policy.isEmpty()) {
      out.println("# " + name + " has no permissions yet: add policies in " + file);
    }
  }

  private void list() throws IdentitiesException, IOException {
    for (var entry : read().list()) {
      out.println(
          "%s  keys %s  policies %d"
              .formatted(entry.arn(), String.join(", ", entry.keyIds()), entry.policies()));
    }
  }

  private void rotate(String name) throws IdentitiesException, IOException {
    Credentials key = newKey();
    IdentitiesFile before = read();
    write(before.rotate(name, key));
    print(key);
    out.println(
        ProgramName.in(
            "# the former key stays valid until you run: ./gramme identities remove NAME KEY"));
  }

  private void remove(List<String> words) throws UsageException, IdentitiesException, IOException {
    if (words.size() == 3) {
      write(read().removeKey(words.get(1), words.get(2)));
    } else {
      write(read().remove(only(words, 2)));
    }
  }

  private IdentitiesFile read() throws IdentitiesException, IOException {
    try {
      return IdentitiesFile.parse(Files.readString(file), account);
    } catch (NoSuchFileException e) {
      return IdentitiesFile.empty(account);
    }
  }

  private void write(IdentitiesFile identities) throws IOException {
    PrivateFile.write(file, identities.json());
  }

  private void print(Credentials key) {
    out.println("AWS_ACCESS_KEY_ID=" + key.id());
    out.println("AWS_SECRET_ACCESS_KEY=" + key.secret());
  }

  /** A random key in the format of Amazon's keys. */
  private static Credentials newKey() {
    var random = new SecureRandom();
    var id = new StringBuilder("AKIA");
    for (int i = 0; i < ID_LETTERS; i++) {
      id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    return new Credentials(id.toString(), Base64.getEncoder().encodeToString(secret));
  }
}
