package dev.gramme.auth.policy;

import java.util.List;

/** The values of condition keys and policy variables for one access. */
@FunctionalInterface
interface Context {

  /**
   * The values of a key; none if the request has no such key.
   *
   * @param key in lower case
   */
  List<String> values(String key);
}
