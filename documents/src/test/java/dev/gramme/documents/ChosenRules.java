package dev.gramme.documents;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.languagetool.JLanguageTool;
import org.languagetool.rules.Rule;
import org.languagetool.rules.patterns.AbstractPatternRule;
import org.languagetool.rules.patterns.PatternToken;

/** The rules of LanguageTool that documents must satisfy, each with its reason. */
final class ChosenRules {
  static final String SPELLING = "MORFOLOGIK_RULE_EN_GB";
  static final String LONG_SENTENCE = "TOO_LONG_SENTENCE";

  /** All rules of these categories apply that LanguageTool enables by default. */
  private static final Map<String, String> CATEGORIES =
      Map.ofEntries(
          Map.entry("GRAMMAR", "agreement, forms of verbs, missing verbs, wrong articles"),
          Map.entry("CONFUSED_WORDS", "two words with one sound: to and too, then and than"),
          Map.entry("COLLOCATIONS", "the wrong preposition: an exception of a rule"),
          Map.entry("COMPOUNDING", "missing hyphens, and words that are written as one"),
          Map.entry("NONSTANDARD_PHRASES", "phrases that no dictionary has"),
          Map.entry("PLAIN_ENGLISH", "long phrases for short words: due to the fact that"),
          Map.entry("REDUNDANCY", "words that add nothing: outside of, each and every"),
          Map.entry("SEMANTICS", "dates that do not exist, and similar contradictions"));

  private static final Map<String, String> SINGLE_RULES =
      Map.ofEntries(
          Map.entry(SPELLING, "spelling is British, with -ize; accepted-words.txt has our terms"),
          Map.entry(LONG_SENTENCE, "a reader should understand a sentence at the first reading"),
          Map.entry("EN_A_VS_AN", "a or an"),
          Map.entry("ENGLISH_WORD_REPEAT_RULE", "doubled words"),
          Map.entry("DT_DT", "two articles in a row"),
          Map.entry("DT_NNS_AGREEMENT", "agreement after a determiner"),
          Map.entry("MASS_AGREEMENT", "agreement of uncountable nouns"),
          Map.entry("PLURAL_THAT_WHICH_WHO_AGREEMENT", "agreement in relative clauses"),
          Map.entry("SINGULAR_THAT_WHICH_WHO_AGREEMENT", "agreement in relative clauses"),
          Map.entry("SINGULAR_NOUN_THAT_AGREEMENT", "agreement in relative clauses"),
          Map.entry("WH_PHRASE_AGREEMENT", "agreement in questions"),
          Map.entry("VBP_VBP", "two verbs in a row"),
          Map.entry("IRREGULAR_PAST_PARTICIPLES", "wrong participles: was wrote"),
          Map.entry("CAN_NOT", "cannot is one word"),
          Map.entry("TIRED_INTENSIFIERS", "very, really and quite say nothing"),
          Map.entry("IN_ORDER_TO", "to suffices"),
          Map.entry("ARE_ABLE_TO", "can suffices"),
          Map.entry("ABLE_TO_PASSIVE", "is able to be read: can be read"),
          Map.entry("NEGATE_MEANING", "not possible: impossible"),
          Map.entry("REASON_IS_BECAUSE", "the reason is that"),
          Map.entry("PREVENT_FROM", "prevent needs from"),
          Map.entry("FOUR_NN", "four nouns in a row do not show how they belong together"));

  /** Rules of the categories that do not fit these documents. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "A_INFINITIVE", "a write is a noun of this field",
          "WRITE_UP_HYPHEN", "wins over a write in the same transaction: not a write-in",
          "THE_SUPERLATIVE", "newest first is the usual name of an order",
          "RELATIVE_CLAUSE_AGREEMENT", "takes who is on call, said of one person, for a plural");

  private ChosenRules() {}

  /**
   * Enables the chosen rules, and disables all others.
   *
   * @param phrases whether sentences are divided into phrases; otherwise the rules that need them
   *     are disabled
   */
  static void apply(JLanguageTool tool, boolean phrases) {
    for (Rule rule : tool.getAllRules()) {
      String id = rule.getId();
      String category = rule.getCategory().getId().toString();
      if (!phrases && needsPhrases(rule)) {
        tool.disableRule(id);
      } else if (SINGLE_RULES.containsKey(id)) {
        tool.enableRule(id);
      } else if (!CATEGORIES.containsKey(category) || EXCEPTIONS.containsKey(id)) {
        tool.disableRule(id);
      }
    }
  }

  private static boolean needsPhrases(Rule rule) {
    return rule instanceof AbstractPatternRule pattern
        && (anyNeedsPhrases(pattern.getPatternTokens())
            || pattern.getAntiPatterns().stream()
                .anyMatch(exception -> anyNeedsPhrases(exception.getPatternTokens())));
  }

  /** A rule that is a regular expression has no tokens. */
  private static boolean anyNeedsPhrases(@Nullable List<PatternToken> tokens) {
    return tokens != null && tokens.stream().anyMatch(ChosenRules::needsPhrases);
  }

  private static boolean needsPhrases(PatternToken token) {
    return token.getChunkTag() != null || anyNeedsPhrases(token.getExceptionList());
  }

  /** The names in this class that LanguageTool does not have. */
  static List<String> unknownTo(JLanguageTool tool) {
    var known = new HashSet<String>();
    for (Rule rule : tool.getAllRules()) {
      known.add(rule.getId());
      known.add(rule.getCategory().getId().toString());
    }
    return Stream.of(CATEGORIES, SINGLE_RULES, EXCEPTIONS)
        .flatMap(names -> names.keySet().stream())
        .filter(name -> !known.contains(name))
        .toList();
  }
}
