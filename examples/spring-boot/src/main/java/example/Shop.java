package example;

import org.springframework.stereotype.Service;

/** Checks and stores orders. */
@Service
public class Shop {
  private final Orders orders;

  public Shop(Orders orders) {
    this.orders = orders;
  }

  /** Stores an order of at least one piece. */
  public void sell(String id, int pieces) {
    if (pieces < 1) {
      throw new IllegalArgumentException("an order has at least one piece");
    }
    orders.place(id, pieces);
  }
}
