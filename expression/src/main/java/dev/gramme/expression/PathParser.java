package dev.gramme.expression;

import java.util.List;

/** Parses projections, which are paths separated by commas. */
final class PathParser extends TokenParser {
  private static final ParseCache<List<Syntax.Path>> CACHE = new ParseCache<>();

  private enum Rank {
    STATIC
  }

  private PathParser(String text) {
    super(text, ExpressionKind.PROJECTION);
  }

  /** The paths of a projection. */
  static List<Syntax.Path> parse(String text) {
    return CACHE.get(text, t -> new PathParser(t).whole());
  }

  private List<Syntax.Path> whole() {
    List<Syntax.Path> paths = paths(Rank.STATIC);
    finish();
    return paths;
  }
}
