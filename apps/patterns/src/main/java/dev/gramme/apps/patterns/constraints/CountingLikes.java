package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.entity.ItemExists;
import java.util.Optional;

/** A count that is updated in one transaction with the counted items. */
public final class CountingLikes implements Pattern {
  @Entity(pk = "POST#{post}", sk = "POST#{post}")
  record Post(String post, String text, long likes) {}

  @Entity(pk = "POST#{post}", sk = "LIKE#{person}")
  record Like(String post, String person) {}

  record CountedLike(String post, @Add long likes) {}

  @AccessPatterns(table = "posts")
  interface Queries {
    @Create
    void publish(Post post);

    @Transaction
    void like(@Create Like like, @Update(Post.class) CountedLike count);

    @Get(consistent = true)
    Optional<Post> post(String post);
  }

  @Override
  public String title() {
    return "Counting likes in a transaction";
  }

  @Override
  public String problem() {
    return "Each person may like a post once, and the number of likes must be exact.";
  }

  @Override
  public String purpose() {
    return """
    Only a read of all items can count them afterwards, so this pattern counts them when they are
    written. One transaction writes the like, on the condition that it does not exist, and adds one to
    the post's count. A second like by the same person changes nothing. Every write of a transaction
    costs twice the usual units.
    """;
  }

  @Override
  public void show(Stage stage) {
    var posts = CountingLikes_QueriesTable.of(stage.table(CountingLikes_QueriesTable.schema()));
    posts.publish(new Post("ABC", "Hello", 0));
    stage.write("a like", () -> like(posts, "john-doe"));
    stage.refused(
        "a second like by the same person", ItemExists.class, () -> like(posts, "john-doe"));
    stage.write("a like by another person", () -> like(posts, "jane-doe"));
    stage.read("the post with its count", () -> posts.post("ABC"));
  }

  private static void like(Queries posts, String person) {
    posts.like(new Like("ABC", person), new CountedLike("ABC", 1));
  }
}
