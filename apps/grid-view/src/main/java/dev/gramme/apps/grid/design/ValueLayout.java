package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.toolkit.page.PartitionQuery;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How a design that keeps each value in an item of its own lays out issues: their heads (number and
 * version) and values.
 */
interface ValueLayout {
  /** Where an item goes. */
  record Place(String table, Map<String, AttributeValue> key) {}

  /**
   * An index that a grid is read by.
   *
   * @param keyNames of its own key and the table's
   */
  record Index(PartitionQuery query, List<String> keyNames) {}

  Directory directory();

  void createTables();

  /** The heads of a project in the order of their numbers. */
  Index byNumber(String project);

  /** The values of a field in their order, then by number. */
  Index byField(String project, String field);

  /** The number of the issue that an entry of one of the indexes is of. */
  long number(Map<String, AttributeValue> entry);

  Place head(String project, long number);

  Map<String, AttributeValue> headItem(String project, long number, long version);

  Place value(String project, long number, String field);

  Map<String, AttributeValue> valueItem(
      String project, long number, String field, FieldValue value);

  /** One issue, strongly consistent. */
  Optional<Issue> issue(String project, long number);

  /** Issues, in the order of the numbers, empty for those that are not there. */
  List<Optional<Issue>> issues(String project, List<Long> numbers);

  /** Which of the issues have a value of a field. */
  Set<Long> having(String project, String field, Collection<Long> numbers);
}
