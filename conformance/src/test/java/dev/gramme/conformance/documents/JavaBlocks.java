package dev.gramme.conformance.documents;

import static dev.gramme.conformance.support.ChildTraining.CHILD;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ErroneousTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import dev.gramme.conformance.support.Javac;
import dev.gramme.conformance.support.Javac.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;

/**
 * The Java of a page, compiled together. A block is one of these:
 *
 * <ul>
 *   <li>a compilation unit, or the members of one with a {@code main}
 *   <li>statements: those of all blocks become one method, so later blocks see the variables of
 *       earlier ones; it runs when the first of them is reached
 * </ul>
 *
 * <p>A page that leaves out its imports, or uses variables such as {@code client} of the reader's
 * own program, has a resource {@code PAGE.context} with them. The pages on the toolkit use the
 * model of {@code docs/toolkit.md}.
 */
final class JavaBlocks {
  private static final String STATEMENTS = "Statements";
  private static final String TUTORIAL = "docs/toolkit.md";

  /** Imports of every page that does not name its own. */
  private static final String IMPORTS =
      """
      import module java.base;
      import dev.gramme.embedded.*;
      import software.amazon.awssdk.services.dynamodb.*;
      import software.amazon.awssdk.services.dynamodb.model.*;
      """;

  private final Path classes;
  private final Map<Block, List<String>> commands = new HashMap<>();

  JavaBlocks(Page page, Ports ports, Path classes) throws IOException {
    this.classes = Files.createDirectories(classes);
    var context = Context.of(page.name());
    var sources = new ArrayList<Source>();
    if (page.name().startsWith("docs/toolkit/")) {
      var tutorial = Page.read(TUTORIAL);
      var imports = Context.of(TUTORIAL).imports();
      javaOf(tutorial)
          .map(block -> unit(block, imports, ports))
          .filter(this::parses)
          .forEach(sources::add);
    }
    var statements = new StringBuilder();
    Block first = null;
    for (Block block : javaOf(page).toList()) {
      var unit = unit(block, context.imports(), ports);
      if (parses(unit)) {
        sources.add(unit);
        addCommand(block, unit);
      } else {
        statements.append("// ").append(block).append('\n').append(ports.in(block.text()));
        first = first == null ? block : first;
      }
    }
    if (first != null) {
      sources.add(
          new Source(
              STATEMENTS,
              "%s%nclass %s {%n%s%nstatic void main(String[] args) throws Exception {%n%s}}%n"
                  .formatted(context.imports(), STATEMENTS, context.members(), statements)));
      commands.put(first, command(STATEMENTS));
    }
    compile(sources);
  }

  /** The command that executes a block, or an empty list if there is nothing to execute. */
  List<String> command(Block block) {
    return commands.getOrDefault(block, List.of());
  }

  private List<String> command(String mainClass, String... arguments) {
    return CHILD.command(List.of(classes), mainClass, arguments);
  }

  private static Stream<Block> javaOf(Page page) {
    return page.blocks().stream().filter(Block::isCompiled);
  }

  private static Source unit(Block block, String imports, Ports ports) {
    String text = ports.in(block.text());
    // Without a line break, so that javac's line numbers are those of the block.
    String before = text.startsWith("import ") ? "" : imports.replace('\n', ' ');
    return new Source("Block" + block.line(), before + text);
  }

  private void addCommand(Block block, Source unit) {
    for (Tree type : parsed(unit, new DiagnosticCollector<>()).getTypeDecls()) {
      if (type instanceof ClassTree declared) {
        String name = declared.getSimpleName().toString();
        if (methods(declared).anyMatch(method -> method.getName().contentEquals("main"))) {
          commands.put(block, command(name));
        } else if (methods(declared).anyMatch(JavaBlocks::isTest)) {
          commands.put(block, command(JUnitMain.class.getName(), name));
        }
      }
    }
  }

  private static Stream<MethodTree> methods(ClassTree declared) {
    return declared.getMembers().stream()
        .filter(MethodTree.class::isInstance)
        .map(MethodTree.class::cast);
  }

  private static boolean isTest(MethodTree method) {
    return method.getModifiers().getAnnotations().stream()
        .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Test"));
  }

  /** Whether a text is a compilation unit: javac parses statements outside of methods as errors. */
  private boolean parses(Source source) {
    var errors = new DiagnosticCollector<JavaFileObject>();
    var erroneous =
        new TreeScanner<Boolean, Void>() {
          @Override
          public Boolean visitErroneous(ErroneousTree tree, Void nothing) {
            return true;
          }

          @Override
          public Boolean reduce(Boolean one, Boolean other) {
            return Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other);
          }
        };
    var unit = parsed(source, errors);
    boolean found = erroneous.reduce(false, erroneous.scan(unit, null));
    return !found && errors.getDiagnostics().isEmpty() && !isFieldsOnly(unit, source);
  }

  /** Whether javac has parsed declarations of variables as the fields of an implicit class. */
  private static boolean isFieldsOnly(CompilationUnitTree unit, Source source) {
    return unit.getTypeDecls().stream()
        .filter(ClassTree.class::isInstance)
        .map(ClassTree.class::cast)
        .anyMatch(type ->
            type.getSimpleName().contentEquals(source.name()) && methods(type).findAny().isEmpty());
  }

  private CompilationUnitTree parsed(Source source, DiagnosticCollector<JavaFileObject> problems) {
    try {
      return Javac.parse(source, problems);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compile(List<Source> sources) throws IOException {
    var problems = new DiagnosticCollector<JavaFileObject>();
    if (!sources.isEmpty() && !Javac.compile(sources, classes, problems)) {
      throw new AssertionError(
          problems.getDiagnostics().stream()
              .map(Object::toString)
              .collect(
                  Collectors.joining("\n", "", "\n" + sources.getLast().getCharContent(true))));
    }
  }

  /** Imports and members that a page takes for granted. */
  private record Context(String imports, String members) {
    static Context of(String page) throws IOException {
      String name = "/documents/" + page.replace(".md", ".context");
      try (var stream = JavaBlocks.class.getResourceAsStream(name)) {
        String text =
            stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        return new Context(
            Stream.concat(IMPORTS.lines(), text.lines())
                .filter(line -> line.startsWith("import "))
                .collect(Collectors.joining("\n")),
            text.lines()
                .filter(line -> !line.startsWith("import "))
                .collect(Collectors.joining("\n")));
      }
    }
  }
}
