package dev.gramme.toolkit.members;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Prefix;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Update;
import java.util.List;
import java.util.Optional;

/** The access patterns of members. */
@AccessPatterns(table = "members")
public interface MemberQueries {
  /** A key of a member. */
  record Key(String email, String club) {}

  @Put
  void save(Member member);

  @Get
  Optional<Member> member(String email, String club);

  @Get
  List<Member> members(List<Key> keys);

  @Query
  List<Member> clubs(String email);

  @Query(limit = 10)
  List<Member> clubsOfAll(List<String> email);

  @Query(Member.class)
  long count(List<String> email);

  @Query(index = "byClub")
  List<Member> named(String club, @Prefix String name);

  @Query(index = "byClub")
  List<Member> between(String club, Range<String> name);

  @Update
  Member rename(String email, String club, String name);

  @Delete
  Optional<Member> remove(String email, String club);
}
