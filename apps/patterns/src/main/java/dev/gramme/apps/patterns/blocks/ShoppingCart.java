package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Transaction;
import java.util.List;

/** A sort key whose prefixes select parts of a user's data. */
public final class ShoppingCart implements Pattern {
  private static final int WISHES = 200;

  sealed interface Cart permits ActiveItem, SavedItem {}

  @Entity(pk = "USER#{user}", sk = "CART#ACTIVE#{product}")
  record ActiveItem(String user, String product, int quantity) implements Cart {}

  @Entity(pk = "USER#{user}", sk = "CART#SAVED#{product}")
  record SavedItem(String user, String product, int quantity) implements Cart {}

  @Entity(pk = "USER#{user}", sk = "WISHLIST#{product}")
  record Wish(String user, String product, String note) {}

  @AccessPatterns(table = "carts")
  interface Queries {
    @Put
    void add(ActiveItem item);

    @Put
    void wish(Wish wish);

    @Collection
    List<Cart> cart(String user);

    @Query
    List<ActiveItem> checkout(String user);

    @Query
    List<Wish> wishes(String user);

    @Transaction
    void saveForLater(@Delete ActiveItem active, @Put SavedItem saved);
  }

  @Override
  public String title() {
    return "Composite sort key";
  }

  @Override
  public String problem() {
    return "Parts of a user's data are read together or alone.";
  }

  @Override
  public String purpose() {
    return """
    A user's cart and wish list are in one partition. The cart has two parts: active items, and items
    saved for later. A query of the keys that begin with `CART#` reads both parts; the checkout reads
    only those with `CART#ACTIVE#`. Neither query reads the wish list, which has 200 items here, so
    neither pays for it.
    """;
  }

  @Override
  public void show(Stage stage) {
    var carts = ShoppingCart_QueriesTable.of(stage.table(ShoppingCart_QueriesTable.schema()));
    for (String product : List.of("apples", "bread", "cheese")) {
      carts.add(new ActiveItem("ana", product, 1));
    }
    for (int number = 0; number < WISHES; number++) {
      carts.wish(new Wish("ana", "wish-%03d".formatted(number), "n".repeat(100)));
    }
    stage.recordInitialTables();
    stage.write(
        "an item is moved to the saved items",
        () ->
            carts.saveForLater(
                new ActiveItem("ana", "cheese", 1), new SavedItem("ana", "cheese", 1)));
    stage.read("the cart", () -> carts.cart("ana"));
    stage.read("the checkout", () -> carts.checkout("ana"));
    stage.read("the number of wishes", () -> carts.wishes("ana").size());
  }
}
