package dev.gramme.apps.savings.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything pending of a customer.
 *
 * @param choice the goals that the customer has chosen in the app in the last days, if any
 */
public record Pending(List<PendingBalance> balances, Optional<GoalChoice> choice) {
  public Pending {
    balances = List.copyOf(balances);
  }

  static Pending of(List<PendingItem> items) {
    var balances = new ArrayList<PendingBalance>();
    Optional<GoalChoice> choice = Optional.empty();
    for (var item : items) {
      switch (item) {
        case PendingBalance balance -> balances.add(balance);
        case GoalChoice chosen -> choice = Optional.of(chosen);
      }
    }
    return new Pending(balances, choice);
  }
}
