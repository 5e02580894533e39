package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Prefix;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

/** A sort key in lower case, beside the name as it was written. */
public final class LetterCase implements Pattern {
  @Entity(pk = "WRITTEN#{list}", sk = "{name}")
  record Written(String list, String name) {}

  @Entity(pk = "FOLDED#{list}", sk = "{folded}#{name}")
  record Folded(String list, String folded, String name) {}

  @AccessPatterns(table = "names")
  interface Queries {
    @Put
    void saveWritten(Written name);

    @Put
    void saveFolded(Folded name);

    @Query
    List<Written> written(String list);

    @Query
    List<Folded> folded(String list);

    @Query
    List<Written> writtenFrom(String list, @Prefix String name);

    @Query
    List<Folded> foldedFrom(String list, @Prefix String folded);
  }

  @Override
  public String title() {
    return "Sort order of upper and lower case";
  }

  @Override
  public String problem() {
    return "A list for people is sorted with all capital letters first.";
  }

  @Override
  public String purpose() {
    return """
    Sort keys are compared by the bytes of UTF-8. All capital letters come before all small letters, and
    letters with accents come after both. A list for people therefore needs a key of its own: the name
    in lower case and without accents, followed by the name as it was written, which distinguishes
    names that become equal. A prefix search converts what the user types in the same way. The
    conversion must be the same in all programs and for all time, so it does not depend on the language
    of a user.
    """;
  }

  @Override
  public void show(Stage stage) {
    var names = LetterCase_QueriesTable.of(stage.table(LetterCase_QueriesTable.schema()));
    for (String name : List.of("banana", "Apple", "cherry", "Éclair", "apple", "Zebra", "eclair")) {
      names.saveWritten(new Written("shop", name));
      names.saveFolded(new Folded("shop", folded(name), name));
    }
    stage.recordInitialTables();
    stage.read(
        "sorted by the names as they were written",
        () -> names.written("shop").stream().map(Written::name).toList());
    stage.read(
        "sorted by the converted names",
        () -> names.folded("shop").stream().map(Folded::name).toList());
    stage.read(
        "the written names that begin with `E`",
        () -> names.writtenFrom("shop", "E").stream().map(Written::name).toList());
    stage.read(
        "the names whose conversion begins with that of `E`",
        () -> names.foldedFrom("shop", folded("E")).stream().map(Folded::name).toList());
  }

  /** In lower case and without accents. The root locale gives the same result on every machine. */
  private static String folded(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("\\p{M}", "")
        .toLowerCase(Locale.ROOT);
  }
}
