package dev.gramme.toolkit.members;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Update;
import java.util.List;

/** Access patterns whose components and parameters have the names of placeholders. */
@AccessPatterns(table = "named")
public interface NamedQueries {
  /** Some components. */
  record Part(int proj0, int kind) {}

  @Put(condition = "q0 = :q0 AND pk = :pk AND u0 <> :version")
  Named save(Named named, int q0, int pk, int version);

  @Put
  Named create(Named named);

  @Query(filter = "kind = :kind AND ttl = :ttl AND ks = :ks AND k0 = :k0 AND pk = :now")
  List<Named> all(String id, Range<Integer> number, int kind, int ttl, int ks, int k0, int now);

  @Query(filter = "kind = :kind AND sk = :kind0", limit = 10)
  List<Named> ofSeveral(List<String> id, int kind, int kind0);

  @Query(value = Named.class, filter = "proj0 = :proj0 AND u0 = :u0")
  List<Part> parts(String id, int proj0, int u0);

  @Update(condition = "u0 = :u1 AND k0 = :u0 AND pk = :pk")
  Named change(String id, int number, long revision, @Add int kind, int u1, int u0, int pk);
}
