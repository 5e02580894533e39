package dev.gramme.api.resourcepolicy;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The actions that a policy may name: {@code dynamodb:} and a name, which may contain the wildcards
 * * and ?.
 */
enum PolicyActions {
  /** The actions on tables and their indexes. */
  OF_TABLE(
      "AssociateTableReplica BatchGetItem BatchWriteItem ConditionCheckItem CreateBackup"
          + " CreateTableReplica DeleteItem DeleteResourcePolicy DeleteTable DeleteTableReplica"
          + " DescribeContinuousBackups DescribeContributorInsights"
          + " DescribeKinesisStreamingDestination DescribeTable DescribeTableReplicaAutoScaling"
          + " DescribeTimeToLive DisableKinesisStreamingDestination"
          + " EnableKinesisStreamingDestination ExportTableToPointInTime GetItem GetResourcePolicy"
          + " ListTagsOfResource PartiQLDelete PartiQLInsert PartiQLSelect PartiQLUpdate PutItem"
          + " PutResourcePolicy Query ReadDataForReplication ReplicateSettings"
          + " RestoreTableToPointInTime Scan SearchVectors StartAwsBackupJob TagResource"
          + " UntagResource UpdateContinuousBackups UpdateContributorInsights UpdateItem"
          + " UpdateKinesisStreamingDestination UpdateTable UpdateTableReplicaAutoScaling"
          + " UpdateTimeToLive WriteDataForReplication"),
  /** The actions on streams. */
  OF_STREAM(
      "DeleteResourcePolicy DescribeStream GetRecords GetResourcePolicy GetShardIterator"
          + " PutResourcePolicy");

  private final String names;

  PolicyActions(String names) {
    this.names = lowerCase(names);
  }

  /** Whether a pattern matches at least one action, ignoring case. */
  boolean allow(String action) {
    Pattern pattern = pattern(action);
    return Stream.of(names.split(" ", -1))
        .anyMatch(name -> pattern.matcher("dynamodb:" + name).matches());
  }

  /** Whether a pattern matches the action with a name. */
  static boolean covers(String action, String name) {
    return pattern(action).matcher("dynamodb:" + lowerCase(name)).matches();
  }

  private static Pattern pattern(String action) {
    var regex = new StringBuilder();
    for (char c : lowerCase(action).toCharArray()) {
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString());
  }

  private static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
