package dev.gramme.toolkit.key;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The set of possible texts of a key, as a small automaton. It decides whether two templates can
 * give the same key; when uncertain, it answers yes.
 */
final class Shape {
  private static final int ASCII = 128;

  /**
   * A transition between two states for the characters of a set; an empty set needs no character.
   */
  private record Step(int from, Characters characters, int to) {}

  /**
   * A set of ASCII characters, optionally with all other characters; empty for a transition without
   * a character.
   */
  private record Characters(BitSet ascii, boolean others) {
    static final Characters NONE = new Characters(new BitSet(), false);

    boolean isNone() {
      return ascii.isEmpty() && !others;
    }

    boolean overlaps(Characters that) {
      return (others && that.others) || ascii.intersects(that.ascii);
    }
  }

  private record Pair(int mine, int theirs) {}

  private final List<Step> steps;
  private final int end;

  private Shape(List<Step> steps, int end) {
    this.steps = List.copyOf(steps);
    this.end = end;
  }

  /** Exactly this text. */
  static Shape literal(String text) {
    List<Step> steps = new ArrayList<>();
    int state = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      steps.add(new Step(state, one(c), ++state));
    }
    return new Shape(steps, state);
  }

  /** One of these texts. */
  static Shape anyOf(List<String> words) {
    List<Step> steps = new ArrayList<>();
    int states = 2;
    for (String word : words) {
      int state = 0;
      for (int i = 0; i < word.length(); i++) {
        char c = word.charAt(i);
        steps.add(new Step(state, one(c), states));
        state = states++;
      }
      steps.add(new Step(state, Characters.NONE, 1));
    }
    return new Shape(steps, 1);
  }

  /** Texts over an alphabet with a length in a range. */
  static Shape of(String alphabet, int shortest, int longest) {
    BitSet ascii = new BitSet();
    alphabet.chars().forEach(ascii::set);
    Characters characters = new Characters(ascii, false);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < longest; i++) {
      steps.add(new Step(i, characters, i + 1));
      if (i >= shortest) {
        steps.add(new Step(i, Characters.NONE, longest));
      }
    }
    return new Shape(steps, longest);
  }

  /** Texts of any length over an alphabet. */
  static Shape anyLength(String alphabet) {
    BitSet ascii = new BitSet();
    alphabet.chars().forEach(ascii::set);
    return new Shape(List.of(new Step(0, new Characters(ascii, false), 0)), 0);
  }

  /** All texts. */
  static Shape anything() {
    BitSet ascii = new BitSet();
    ascii.set(0, ASCII);
    return new Shape(List.of(new Step(0, new Characters(ascii, true), 0)), 0);
  }

  /** All texts without a {@code #}. */
  static Shape anyText() {
    BitSet ascii = new BitSet();
    ascii.set(0, ASCII);
    ascii.clear('#');
    return new Shape(List.of(new Step(0, new Characters(ascii, true), 0)), 0);
  }

  /** The concatenation with another shape. */
  Shape then(Shape other) {
    int offset = states();
    List<Step> joined = new ArrayList<>(steps);
    joined.add(new Step(end, Characters.NONE, offset));
    other.steps.forEach(
        step -> joined.add(new Step(step.from + offset, step.characters, step.to + offset)));
    return new Shape(joined, other.end + offset);
  }

  /** Whether some text has both shapes. */
  boolean overlaps(Shape other) {
    Set<Pair> seen = new HashSet<>();
    List<Pair> open = new ArrayList<>(List.of(new Pair(0, 0)));
    while (!open.isEmpty()) {
      Pair pair = open.remove(open.size() - 1);
      if (!seen.add(pair)) {
        continue;
      }
      if (pair.mine == end && pair.theirs == other.end) {
        return true;
      }
      for (Step mine : steps) {
        if (mine.from == pair.mine) {
          advance(mine, pair, other, open);
        }
      }
      for (Step theirs : other.steps) {
        if (theirs.from == pair.theirs && theirs.characters.isNone()) {
          open.add(new Pair(pair.mine, theirs.to));
        }
      }
    }
    return false;
  }

  private static void advance(Step mine, Pair pair, Shape other, List<Pair> open) {
    if (mine.characters.isNone()) {
      open.add(new Pair(mine.to, pair.theirs));
      return;
    }
    for (Step theirs : other.steps) {
      if (theirs.from == pair.theirs && mine.characters.overlaps(theirs.characters)) {
        open.add(new Pair(mine.to, theirs.to));
      }
    }
  }

  private int states() {
    int highest = end;
    for (Step step : steps) {
      highest = Math.max(highest, Math.max(step.from, step.to));
    }
    return highest + 1;
  }

  private static Characters one(char c) {
    BitSet ascii = new BitSet();
    if (c < ASCII) {
      ascii.set(c);
    }
    return new Characters(ascii, c >= ASCII);
  }
}
