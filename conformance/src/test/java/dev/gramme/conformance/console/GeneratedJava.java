package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Javac;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;

/** Java that the console has written, compiled with the toolkit's processor. */
final class GeneratedJava {
  private final Path classes;

  private GeneratedJava(Path classes) {
    this.classes = classes;
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
    boolean compiled = Javac.compile(List.of(new Javac.Source("Example", code)), classes, problems);
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
