package dev.gramme.engine.check;

import dev.gramme.engine.check.TableCheck.Tally;
import dev.gramme.model.Item;

/** Checks an index whose entries have a number of their own. */
interface IndexCheck {
  /** The number of the index. */
  int number();

  /** The name of the index. */
  String name();

  /** Checks the entry of an item. */
  void item(byte[] row, Item item);

  /** Checks that each entry belongs to an item, after all items. */
  void entries();

  /** The counts of the entries that the index has, or must have because of the items. */
  Tally counts();
}
