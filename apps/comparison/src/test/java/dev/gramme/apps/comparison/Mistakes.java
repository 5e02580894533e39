package dev.gramme.apps.comparison;

import dev.gramme.toolkit.processor.ToolkitProcessor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Makes a mistake in a version in Java: compiles the sources with it, and, if the compiler accepts
 * them, runs all calls.
 */
final class Mistakes {
  /** The input of a mistake that cannot be made with a library. */
  static final String IMPOSSIBLE = "none";

  private final List<Path> sources;
  private final Class<? extends Version> version;
  private final Run correct;

  Mistakes(List<Path> sources, Class<? extends Version> version, Run correct) {
    this.sources = sources;
    this.version = version;
    this.correct = correct;
  }

  /** What happens with a mistake, such as {@code compiler: cannot find symbol}. */
  String outcome(String input) {
    if (input.lines().findFirst().orElseThrow().equals(IMPOSSIBLE)) {
      return "impossible: " + input.lines().skip(1).reduce("", (a, b) -> (a + " " + b).strip());
    }
    try {
      return outcome(Edit.parse(input));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String outcome(Edit edit) throws IOException {
    var files = new ArrayList<JavaFileObject>();
    var all = new ArrayList<>(sources);
    all.add(Sources.calls(version));
    if (all.stream().filter(edit::changes).count() == 0) {
      throw new IllegalArgumentException("no such file: " + edit);
    }
    for (Path source : all) {
      files.add(new Text(source, edit.applied(source)));
    }
    var classes = new Classes();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var output =
        new Output(compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8), classes);
    JavaCompiler.CompilationTask task =
        compiler.getTask(null, output, diagnostics, List.of("-proc:full"), null, files);
    task.setProcessors(List.of(new ToolkitProcessor()));
    if (!task.call()) {
      return "compiler: " + first(diagnostics);
    }
    return run(classes);
  }

  private static String first(DiagnosticCollector<JavaFileObject> diagnostics) {
    return diagnostics.getDiagnostics().stream()
        .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
        .findFirst()
        .map(one -> one.getMessage(Locale.ROOT).replaceAll("\\s+", " "))
        .orElseThrow();
  }

  private String run(Classes classes) {
    Version wrong;
    try {
      wrong =
          classes
              .loadClass(version.getName())
              .asSubclass(Version.class)
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return Outcome.of(correct.results(), calls -> Run.of(wrong, calls));
  }

  /** A source in memory. */
  private static final class Text extends SimpleJavaFileObject {
    private final String content;

    Text(Path path, String content) {
      super(path.toUri(), Kind.SOURCE);
      this.content = content;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return content;
    }
  }

  /** A file that the compiler writes. */
  private static final class Written extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Written(String name, Kind kind) {
      super(URI.create("memory:///" + name.replace('.', '/') + kind.extension), kind);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }

  private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
    private final Classes classes;

    Output(JavaFileManager files, Classes classes) {
      super(files);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      var written = new Written(className, kind);
      if (kind == JavaFileObject.Kind.CLASS) {
        classes.written.put(className, written);
      }
      return written;
    }
  }

  /**
   * Loads the compiled classes, and the enhanced client, which finds the beans by their names in
   * its own loader. All other classes are those of the tests.
   */
  private static final class Classes extends ClassLoader {
    private static final String ENHANCED = "software.amazon.awssdk.enhanced.";

    private final Map<String, Written> written = new HashMap<>();

    Classes() {
      super(Mistakes.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!written.containsKey(name) && !name.startsWith(ENHANCED)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        byte[] bytes = bytes(name);
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
      Written compiled = written.get(name);
      if (compiled != null) {
        return compiled.bytes.toByteArray();
      }
      try (var in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
