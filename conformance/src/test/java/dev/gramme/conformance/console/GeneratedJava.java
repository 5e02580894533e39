package dev.gramme.conformance.console;

import static dev.gramme.conformance.support.ChildTraining.CHILD;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Java that the console has written, compiled with the toolkit's processor. */
final class GeneratedJava {
  private final Path classes;

  private GeneratedJava(Path classes) {
    this.classes = classes;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///Example.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Compiles a source into a folder; it must have no error. */
  static GeneratedJava compile(String code, Path folder) throws Exception {
    Path classes = Files.createDirectories(folder);
    var problems = new DiagnosticCollector<JavaFileObject>();
    var options =
        List.of(
            "-d",
            classes.toString(),
            "-cp",
            CHILD.classPath(),
            "-processor",
            "dev.gramme.toolkit.processor.ToolkitProcessor");
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(null, null, problems, options, null, List.of(new Source(code)))
            .call();
    assertThat(compiled).as("%s%n%s", problems.getDiagnostics(), code).isTrue();
    return new GeneratedJava(classes);
  }

  /** Runs the main method of a class in a process and returns what it prints. */
  String run(String mainClass, String... arguments) throws Exception {
    var command = new ProcessBuilder(CHILD.command(List.of(classes), mainClass, arguments));
    command.environment().put("AWS_ACCESS_KEY_ID", "test");
    command.environment().put("AWS_SECRET_ACCESS_KEY", "test");
    var output = Files.createTempFile(classes, "printed", ".txt").toFile();
    var process = command.redirectErrorStream(true).redirectOutput(output).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    String printed = Files.readString(output.toPath(), StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }

  /** What a static method of a class without parameters returns. */
  Object call(String className, String method) throws Exception {
    var urls = new URL[] {classes.toUri().toURL()};
    try (var loader = new URLClassLoader(urls, GeneratedJava.class.getClassLoader())) {
      var found = loader.loadClass(className).getDeclaredMethod(method);
      found.setAccessible(true);
      return found.invoke(null);
    }
  }
}
