package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.TransactGet;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Messager;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.tools.Diagnostic.Kind;

/**
 * Validates entities and interfaces of access patterns, and generates the implementation of each
 * interface. The output depends only on the interface and the types that it uses, so a build tool
 * can run the processor incrementally.
 */
public final class ToolkitProcessor extends AbstractProcessor {
  /** The public constructor that compilers call. */
  public ToolkitProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(AccessPatterns.class.getName(), Entity.class.getName());
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    var types = new Types(processingEnv);
    for (Element element : round.getElementsAnnotatedWith(Entity.class)) {
      reporting(() -> new EntityReader(types, new Conversions(types)).read((TypeElement) element));
    }
    for (Element element : round.getElementsAnnotatedWith(AccessPatterns.class)) {
      reporting(() -> implement((TypeElement) element, types));
    }
    return false;
  }

  private void reporting(Runnable work) {
    try {
      work.run();
    } catch (Problem problem) {
      String message = String.valueOf(problem.getMessage());
      Element element = problem.element();
      Messager messager = processingEnv.getMessager();
      Optional<Position> position =
          problem.text().isEmpty() ? Optional.empty() : Position.of(element, problem.text());
      position.ifPresentOrElse(
          at -> messager.printMessage(Kind.ERROR, message, element, at.annotation(), at.value()),
          () -> messager.printMessage(Kind.ERROR, message, element));
    }
  }

  private void implement(TypeElement element, Types types) {
    if (element.getKind() != ElementKind.INTERFACE) {
      throw new Problem(element, "@AccessPatterns requires an interface");
    }
    var conversions = new Conversions(types);
    var entities = new Entities(new EntityReader(types, conversions), types);
    for (ExecutableElement method : methods(element)) {
      entities.collect(types.returned(method));
      if (method.getAnnotation(TransactGet.class) != null) {
        types
            .element(types.returned(method))
            .ifPresent(result ->
                result.getRecordComponents().forEach(item -> entities.collect(item.asType())));
      }
      Annotations.target(method).ifPresent(entities::collect);
      for (VariableElement parameter : method.getParameters()) {
        entities.collect(parameter.asType());
        Annotations.target(parameter).ifPresent(entities::collect);
      }
    }
    Annotations.entities(element).forEach(entities::collect);
    TableModel table = TableReader.read(element, className(element), entities.all());
    var patterns = new Patterns(table, entities, types, conversions);
    Map<ExecutableElement, Generated> generated = new LinkedHashMap<>();
    boolean[] failed = {false};
    for (ExecutableElement method : methods(element)) {
      try {
        generated.put(method, patterns.generate(method));
      } catch (Problem problem) {
        failed[0] = true;
        reporting(() -> {
          throw problem;
        });
      }
    }
    if (!failed[0]) {
      patterns.checkNames(generated.keySet());
      write(table, new TableWriter(table, entities, types, conversions, generated));
    }
  }

  /** The abstract methods of an interface, including inherited ones. */
  private java.util.List<ExecutableElement> methods(TypeElement element) {
    return processingEnv.getElementUtils().getAllMembers(element).stream()
        .filter(inside -> inside.getKind() == ElementKind.METHOD)
        .filter(inside -> inside.getModifiers().contains(Modifier.ABSTRACT))
        .map(ExecutableElement.class::cast)
        .toList();
  }

  /** The interface's name with the suffix Table, prefixed with the names of enclosing classes. */
  private static String className(TypeElement element) {
    var name = new StringBuilder(element.getSimpleName() + "Table");
    for (Element at = element.getEnclosingElement();
        at instanceof TypeElement around;
        at = at.getEnclosingElement()) {
      name.insert(0, around.getSimpleName() + "_");
    }
    return name.toString();
  }

  private void write(TableModel table, TableWriter writer) {
    TypeElement element = table.element();
    String packageName =
        processingEnv.getElementUtils().getPackageOf(element).getQualifiedName().toString();
    String qualified =
        packageName.isEmpty() ? table.className() : packageName + "." + table.className();
    try (Writer file = processingEnv.getFiler().createSourceFile(qualified, element).openWriter()) {
      file.write(writer.write(packageName));
    } catch (IOException e) {
      throw new Problem(element, "the generated class cannot be written: " + e);
    }
  }
}
