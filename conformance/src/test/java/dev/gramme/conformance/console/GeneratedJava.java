package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.processor.ToolkitProcessor;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Java that the console has written, compiled with the toolkit's processor. */
final class GeneratedJava {
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

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

  /**
   * The compiler with one file manager for all compilations: to open the hundreds of archives of
   * the class path takes longer than to compile.
   */
  private static final class Compiler {
    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
    private static final StandardJavaFileManager FILES =
        JAVAC.getStandardFileManager(null, null, StandardCharsets.UTF_8);

    static {
      try {
        FILES.setLocationFromPaths(
            StandardLocation.CLASS_PATH,
            Stream.of(CLASS_PATH.split(File.pathSeparator)).map(Path::of).toList());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Compiler() {}

    /** A file manager serves one compilation at a time. */
    static synchronized boolean compile(
        String code, Path folder, DiagnosticCollector<JavaFileObject> problems) throws IOException {
      FILES.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
      var task = JAVAC.getTask(null, FILES, problems, null, null, List.of(new Source(code)));
      task.setProcessors(List.of(new ToolkitProcessor()));
      return task.call();
    }
  }

  /** A class with a method for each of some pieces of the SDK's code. */
  static String program(List<String> pieces) {
    var methods = new StringBuilder();
    var cases = new StringBuilder();
    for (int i = 0; i < pieces.size(); i++) {
      methods.append(
          "  static void m%d() {\n%s\n    System.out.println(answer);\n    dynamo.close();\n  }\n"
              .formatted(i, pieces.get(i)));
      cases.append("      case \"%d\" -> m%d();\n".formatted(i, i));
    }
    return """
    import java.net.URI;
    import java.time.Instant;
    import java.util.*;
    import software.amazon.awssdk.core.SdkBytes;
    import software.amazon.awssdk.regions.Region;
    import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
    import software.amazon.awssdk.services.dynamodb.model.*;

    class Example {
    %s
      public static void main(String[] arguments) {
        switch (arguments[0]) {
    %s
          default -> throw new IllegalArgumentException(arguments[0]);
        }
      }
    }
    """
        .formatted(methods, cases);
  }

  /** Compiles a source into a folder; it must have no error. */
  static GeneratedJava compile(String code, Path folder) throws Exception {
    Path classes = Files.createDirectories(folder);
    var problems = new DiagnosticCollector<JavaFileObject>();
    boolean compiled = Compiler.compile(code, classes, problems);
    assertThat(compiled).as("%s%n%s", problems.getDiagnostics(), code).isTrue();
    return new GeneratedJava(classes);
  }

  /** Runs the main method of a class in another process and returns what it prints. */
  String run(String mainClass, String... arguments) throws Exception {
    return MainRunner.run(classes, mainClass, List.of(arguments));
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
