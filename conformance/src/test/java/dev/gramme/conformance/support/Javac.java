package dev.gramme.conformance.support;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import dev.gramme.toolkit.processor.ToolkitProcessor;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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

/**
 * Compiles Java of documents and of the console with the class path of the tests and the toolkit's
 * processor. All compilations have one file manager: to open the hundreds of archives of the class
 * path takes longer than to compile. A file manager serves one compilation at a time.
 */
public final class Javac {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final StandardJavaFileManager FILES = files();

  private Javac() {}

  private static StandardJavaFileManager files() {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var files = COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    try {
      files.setLocationFromPaths(
          StandardLocation.CLASS_PATH,
          Stream.of(classPath.split(File.pathSeparator)).map(Path::of).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /** Compiles sources into a folder; returns whether they have no error. */
  public static synchronized boolean compile(
      List<Source> sources, Path folder, DiagnosticCollector<JavaFileObject> problems)
      throws IOException {
    FILES.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
    var task = COMPILER.getTask(new StringWriter(), FILES, problems, null, null, sources);
    task.setProcessors(List.of(new ToolkitProcessor()));
    return task.call();
  }

  /** The syntax tree of a source. */
  public static synchronized CompilationUnitTree parse(
      Source source, DiagnosticCollector<JavaFileObject> problems) throws IOException {
    var options = List.of("-proc:none");
    var task =
        (JavacTask)
            COMPILER.getTask(new StringWriter(), FILES, problems, options, null, List.of(source));
    return task.parse().iterator().next();
  }

  /** A source in memory. */
  public static final class Source extends SimpleJavaFileObject {
    private final String name;
    private final String text;

    /**
     * Creates a source.
     *
     * @param name the file's name without {@code .java}
     */
    public Source(String name, String text) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.name = name;
      this.text = text;
    }

    /** The file's name without {@code .java}. */
    public String name() {
      return name;
    }

    /** A public type may have any name, since a page shows the files of several in one block. */
    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
      return !simpleName.endsWith("-info"); // Neither package-info nor module-info.
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
