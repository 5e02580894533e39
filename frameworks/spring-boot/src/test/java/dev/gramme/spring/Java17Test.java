package dev.gramme.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections to containers work on Java 17; only the database in process needs Java 25. */
final class Java17Test {
  private static final int VERSION_OF_JAVA_17 = 61;
  private static final Path JDKS = Path.of("/usr/lib/jvm");

  /**
   * A test that uses no database in process, and the factories of connections to containers. The
   * program is compiled by the JDK that runs it, which cannot load the classes of the database.
   */
  private static final String PROGRAM =
      """
      import java.util.ArrayList;
      import org.springframework.context.annotation.Configuration;
      import org.springframework.core.io.support.SpringFactoriesLoader;
      import org.springframework.test.context.ContextConfiguration;
      import org.springframework.test.context.TestContextManager;

      public class ConnectionsOnJava17 {
        private static final String FACTORY =
            "org.springframework.boot.autoconfigure.service.connection.ConnectionDetailsFactory";

        @Configuration
        static class Nothing {}

        @ContextConfiguration(classes = Nothing.class)
        static class SomeTest {
          public void test() {}
        }

        public static void main(String[] arguments) throws Exception {
          var manager = new TestContextManager(SomeTest.class);
          var test = new SomeTest();
          var method = SomeTest.class.getMethod("test");
          manager.beforeTestClass();
          manager.prepareTestInstance(test);
          manager.beforeTestMethod(test, method);
          manager.afterTestMethod(test, method, null);
          manager.afterTestClass();
          var made = new ArrayList<String>();
          for (String name : SpringFactoriesLoader.loadFactoryNames(Class.forName(FACTORY), null)) {
            if (name.startsWith("dev.gramme.")) {
              var constructor = Class.forName(name).getDeclaredConstructor();
              constructor.setAccessible(true);
              made.add(constructor.newInstance().getClass().getSimpleName());
            }
          }
          System.out.println("Java " + Runtime.version().feature() + ": " + made);
        }
      }
      """;

  /** The folder of a JDK 17 on this machine. */
  private static Optional<Path> jdk17() throws IOException {
    if (!Files.isDirectory(JDKS)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(JDKS)) {
      for (Path folder : folders.toList()) {
        Path release = folder.resolve("release");
        if (Files.isExecutable(folder.resolve("bin/javac"))
            && Files.isReadable(release)
            && Files.readString(release).contains("JAVA_VERSION=\"17.")) {
          return Optional.of(folder);
        }
      }
    }
    return Optional.empty();
  }

  @Test
  void the_classes_are_those_of_java_17() throws Exception {
    for (Class<?> type :
        List.of(
            GrammeContainerConnectionDetailsFactory.class,
            GrammeDockerComposeConnectionDetailsFactory.class,
            GrammeTestExecutionListener.class)) {
      try (var in =
          new DataInputStream(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
        in.readInt();
        in.readUnsignedShort();
        assertThat(in.readUnsignedShort()).as(type.getName()).isEqualTo(VERSION_OF_JAVA_17);
      }
    }
  }

  private static String run(Path program, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void tests_without_a_database_in_process_run_on_java_17(@TempDir Path classes) throws Exception {
    Optional<Path> jdk = jdk17();
    assumeTrue(jdk.isPresent(), "no JDK 17 was found");
    Path programs = jdk.orElseThrow().resolve("bin");
    String path = System.getProperty("java.class.path");
    Path source = Files.writeString(classes.resolve("ConnectionsOnJava17.java"), PROGRAM);

    run(
        programs.resolve("javac"),
        "-proc:none",
        "-cp",
        path,
        "-d",
        classes.toString(),
        source.toString());
    String output =
        run(
            programs.resolve("java"),
            "-cp",
            classes + File.pathSeparator + path,
            "ConnectionsOnJava17");

    assertThat(output)
        .contains(
            "Java 17: [GrammeContainerConnectionDetailsFactory,"
                + " GrammeDockerComposeConnectionDetailsFactory]");
  }
}
