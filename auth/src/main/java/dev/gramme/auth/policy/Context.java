package dev.gramme.auth.policy;

import java.util.List;

/** The values of condition keys and policy variables for one access. */
@FunctionalInterface
interface Context {

  /**
   * The values of a key; empty if the request does not have the key.
   *
   * @param key in lower case
   */
  List<String> values(String key);
}
