package example;

import org.springframework.stereotype.Service;

/** Sells. */
@Service
public class Shop {
  private final Orders orders;

  public Shop(Orders orders) {
    this.orders = orders;
  }

  /** Sells some pieces. */
  public void sell(String id, int pieces) {
    if (pieces < 1) {
      throw new IllegalArgumentException("an order has at least one piece");
    }
    orders.place(id, pieces);
  }
}
