package dev.gramme.toolkit.library;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Put;
import java.util.List;

/** Access patterns of two kinds whose sort keys have a name in common. */
@AccessPatterns(table = "authors")
public interface AuthorQueries {
  @Put
  void save(Written written);

  @Collection
  List<Written> of(String shelf, String name);
}
