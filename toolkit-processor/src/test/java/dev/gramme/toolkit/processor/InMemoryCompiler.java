package dev.gramme.toolkit.processor;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a source with the processor and says what the compiler has to say. */
final class InMemoryCompiler {
  private static final String HEAD =
      "package sample; import dev.gramme.toolkit.*; import dev.gramme.toolkit.Collection;"
          + " import java.math.*; import java.time.*; import java.util.List; import java.util.Map;"
          + " import java.util.Optional; import java.util.Set; import java.util.UUID;"
          + " import java.util.stream.Stream; ";

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** One for all compilations, since it reads the directories of all jars. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  private InMemoryCompiler() {}

  /** The errors and warnings with their lines, or {@code ok}. */
  static String compile(String source) {
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    JavaCompiler.CompilationTask task =
        COMPILER.getTask(
            null,
            new Discarding(FILES),
            diagnostics,
            List.of(
                "-Xlint:all,-processing,-serial,-auxiliaryclass", "-proc:full", "-implicit:none"),
            null,
            List.of(new Text("sample.Case", HEAD + source)));
    task.setProcessors(List.of(new ToolkitProcessor()));
    task.call();
    String said =
        diagnostics.getDiagnostics().stream()
            .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
            .map(diagnostic ->
                diagnostic.getLineNumber() + ": " + diagnostic.getMessage(Locale.ROOT))
            .collect(Collectors.joining("\n"));
    return said.isEmpty() ? "ok" : said;
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String content;

    Text(String name, String content) {
      super(URI.create("string:///" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
      this.content = content;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return content;
    }
  }

  /** Source that the processor writes, which the compiler reads again; classes go nowhere. */
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
      return bytes.toString(java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  private static final class Discarding extends ForwardingJavaFileManager<JavaFileManager> {
    Discarding(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new Written(className, kind);
    }
  }
}
