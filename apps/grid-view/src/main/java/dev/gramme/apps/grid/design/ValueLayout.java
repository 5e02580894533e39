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
 * The table layout of a design with value items: the heads of issues (number and version) and the
 * values.
 */
interface ValueLayout {
  /** The table and key of an item. */
  record Place(String table, Map<String, AttributeValue> key) {}

  /**
   * An index that a grid reads.
   *
   * @param keyNames the key attributes of the index and of the table
   */
  record Index(PartitionQuery query, List<String> keyNames) {}

  Directory directory();

  void createTables();

  /** The heads of a project, ordered by number. */
  Index byNumber(String project);

  /** The values of a field in order, then by number. */
  Index byField(String project, String field);

  /** The issue number of an index entry. */
  long number(Map<String, AttributeValue> entry);

  Place head(String project, long number);

  Map<String, AttributeValue> headItem(String project, long number, long version);

  Place value(String project, long number, String field);

  Map<String, AttributeValue> valueItem(
      String project, long number, String field, FieldValue value);

  /** One issue, strongly consistent. */
  Optional<Issue> issue(String project, long number);

  /** Issues in the order of the numbers; empty for those that do not exist. */
  List<Optional<Issue>> issues(String project, List<Long> numbers);

  /** The issues that have a value of a field. */
  Set<Long> having(String project, String field, Collection<Long> numbers);
}
