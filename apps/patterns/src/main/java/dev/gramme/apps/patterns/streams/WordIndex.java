package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** An inverted index: the products by the words in their texts. */
final class WordIndex {
  private static final Pattern GAP = Pattern.compile("\\W+");

  private final Map<String, Set<String>> products = new TreeMap<>();
  private final Map<String, BigInteger> seen = new HashMap<>();

  /** Indexes a change, unless a newer one of the same product was indexed. */
  void apply(Record change) {
    String id = Attributes.in(change.dynamodb().keys(), "PK").s();
    var number = new BigInteger(change.dynamodb().sequenceNumber());
    if (number.compareTo(seen.getOrDefault(id, BigInteger.valueOf(-1))) <= 0) {
      return;
    }
    seen.put(id, number);
    products.values().forEach(found -> found.remove(id));
    var after = change.dynamodb().newImage();
    if (!after.isEmpty()) {
      String text = Attributes.in(after, "text").s().toLowerCase(Locale.ROOT);
      for (String word : List.of(GAP.split(text))) {
        products.computeIfAbsent(word, absent -> new TreeSet<>()).add(id);
      }
    }
  }

  /** The keys of the products with a word, in order. */
  Collection<String> find(String word) {
    return List.copyOf(products.getOrDefault(word, Set.of()));
  }
}
