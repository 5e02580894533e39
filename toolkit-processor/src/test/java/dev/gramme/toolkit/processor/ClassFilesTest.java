package dev.gramme.toolkit.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.expression.Condition;
import dev.gramme.model.Item;
import dev.gramme.toolkit.entity.Table;
import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The toolkit and what the processor needs at compile time run on Java 17. */
final class ClassFilesTest {
  private static final int JAVA_17 = 61;

  @ParameterizedTest
  @ValueSource(classes = {Table.class, ToolkitProcessor.class, Condition.class, Item.class})
  void the_class_files_are_those_of_java_17(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (var in = new DataInputStream(type.getClassLoader().getResourceAsStream(name))) {
      in.skipNBytes(6);
      assertThat(in.readUnsignedShort()).isEqualTo(JAVA_17);
    }
  }
}
