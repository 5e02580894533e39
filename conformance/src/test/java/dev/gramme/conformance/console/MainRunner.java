package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process that runs main methods of other programs, one at a time. It has credentials in its
 * environment, as the AWS SDK finds them, and an output of its own. All programs share the process,
 * because the start of a JVM with the AWS SDK takes longer than a request.
 */
final class MainRunner {
  private static @Nullable MainRunner shared;

  private final Process process;
  private final DataOutputStream requests;
  private final DataInputStream answers;

  private MainRunner(Process process) {
    this.process = process;
    this.requests = new DataOutputStream(process.getOutputStream());
    this.answers = new DataInputStream(process.getInputStream());
  }

  /** Runs a main method, which must not fail, and returns what it prints. */
  static synchronized String run(Path classes, String mainClass, List<String> arguments)
      throws IOException {
    if (shared == null || !shared.process.isAlive()) {
      shared = start();
    }
    return shared.send(classes, mainClass, arguments);
  }

  private static MainRunner start() throws IOException {
    var command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            MainRunner.class.getName());
    command.environment().put("AWS_ACCESS_KEY_ID", "test");
    command.environment().put("AWS_SECRET_ACCESS_KEY", "test");
    // The end of this JVM closes the input of the process, which ends it.
    return new MainRunner(command.redirectError(Redirect.DISCARD).start());
  }

  private String send(Path classes, String mainClass, List<String> arguments) throws IOException {
    requests.writeUTF(classes.toUri().toURL().toString());
    requests.writeUTF(mainClass);
    requests.writeInt(arguments.size());
    for (String argument : arguments) {
      requests.writeUTF(argument);
    }
    requests.flush();
    boolean succeeded = answers.readBoolean();
    String printed = new String(answers.readNBytes(answers.readInt()), StandardCharsets.UTF_8);
    assertThat(succeeded).as(printed).isTrue();
    return printed;
  }

  /** The process: reads what to run until its input ends. */
  public static void main(String[] none) throws IOException {
    var requests = new DataInputStream(System.in);
    var answers = new DataOutputStream(System.out);
    while (true) {
      String folder;
      try {
        folder = requests.readUTF();
      } catch (EOFException end) {
        System.exit(0);
        return;
      }
      String mainClass = requests.readUTF();
      var arguments = new String[requests.readInt()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = requests.readUTF();
      }
      var printed = new ByteArrayOutputStream();
      boolean succeeded;
      try (var out = new PrintStream(printed, false, StandardCharsets.UTF_8)) {
        System.setOut(out);
        succeeded = runs(folder, mainClass, arguments, out);
      }
      answers.writeBoolean(succeeded);
      answers.writeInt(printed.size());
      printed.writeTo(answers);
      answers.flush();
    }
  }

  private static boolean runs(
      String folder, String mainClass, String[] arguments, PrintStream out) {
    try (var loader = new URLClassLoader(new URL[] {URI.create(folder).toURL()})) {
      var main = loader.loadClass(mainClass).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) arguments);
      return true;
    } catch (ReflectiveOperationException | IOException e) {
      e.printStackTrace(out);
      return false;
    }
  }
}
