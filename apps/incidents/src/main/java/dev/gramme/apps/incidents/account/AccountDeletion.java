package dev.gramme.apps.incidents.account;

import dev.gramme.apps.incidents.table.Account;
import dev.gramme.apps.incidents.table.AccountState;
import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentDetails;
import dev.gramme.apps.incidents.table.IncidentQueriesTable;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.ContactMethodItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.IncidentDetailsItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.IncidentItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.MembershipItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.NotificationRuleItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.ParticipationItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.ScheduleItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.ScheduleOverrideItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.ShiftItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.TeamItem;
import dev.gramme.apps.incidents.table.IncidentQueriesTable.UserItem;
import dev.gramme.apps.incidents.table.Membership;
import dev.gramme.apps.incidents.table.NotificationRule;
import dev.gramme.apps.incidents.table.OnCallEntry;
import dev.gramme.apps.incidents.table.Personal;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.ScheduleOverride;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.batch.BatchWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Deletes an account with all items in all of its partitions.
 *
 * <p>The lists of users and incidents lead to the partitions. Their items are deleted after the
 * items that depend on them, so that a repetition of an interrupted deletion finds the rest. First
 * of all the account is marked, after which no incident is reported any more. Items written by
 * requests in flight at that time are found by the last pass or by a repetition; the account's own
 * item remains for a month for that purpose.
 */
public final class AccountDeletion {
  private static final Duration KEPT = Duration.ofDays(30);
  private static final int PAGE = 100;

  private final IncidentQueriesTable queries;
  private final BatchWriter writer;
  private final InstantSource clock;

  /**
   * A deletion in a table.
   *
   * @param backoff the delays between retries of unprocessed items
   */
  public AccountDeletion(IncidentQueriesTable queries, Backoff backoff, InstantSource clock) {
    this.queries = queries;
    this.writer =
        BatchWriter.of(queries.table().client(), queries.table().name(), backoff, "PK", "SK");
    this.clock = clock;
  }

  /**
   * Deletes an account.
   *
   * @return the number of deleted items
   * @throws AccountGone if the account never existed
   * @throws IllegalStateException if items could not be deleted; the caller should repeat the call
   */
  public long run(Ksuid account) {
    Account found = queries.account(account).orElseThrow(AccountGone::new);
    if (found.state() == AccountState.ACTIVE) {
      queries.mark(account, AccountState.DELETING, Optional.empty());
    }
    long deleted = 0;
    long last;
    do {
      last = sweep(account);
      deleted += last;
    } while (last > 0);
    queries.mark(account, AccountState.DELETED, Optional.of(clock.instant().plus(KEPT)));
    return deleted;
  }

  /** Deletes all items found. */
  private long sweep(Ksuid account) {
    long deleted = 0;
    deleted += pages(after -> queries.users(account, after, PAGE), this::deleteUsers);
    deleted += pages(after -> queries.incidents(account, after, PAGE), this::deleteIncidents);
    return deleted
        + delete(queries.everythingOnCall(account).stream().map(AccountDeletion::key).toList());
  }

  private long deleteUsers(List<User> users) {
    var own = new ArrayList<Map<String, AttributeValue>>();
    for (User user : users) {
      queries.personal(user.account(), user.user()).forEach(item -> own.add(key(item)));
    }
    return delete(own) + delete(users.stream().map(UserItem.ENTITY::key).toList());
  }

  private long deleteIncidents(List<Incident> incidents) {
    var parts = new ArrayList<Map<String, AttributeValue>>();
    for (Incident incident : incidents) {
      // Details are not read, because they are large; deleting a missing item costs only 1 WCU.
      parts.add(
          IncidentDetailsItem.ENTITY.key(
              new IncidentDetails(incident.account(), incident.incident(), "")));
      queries
          .participations(incident.account(), incident.incident())
          .forEach(item -> parts.add(ParticipationItem.ENTITY.key(item)));
    }
    return delete(parts) + delete(incidents.stream().map(IncidentItem.ENTITY::key).toList());
  }

  private static Map<String, AttributeValue> key(Personal item) {
    return switch (item) {
      case ContactMethod method -> ContactMethodItem.ENTITY.key(method);
      case NotificationRule rule -> NotificationRuleItem.ENTITY.key(rule);
      case Membership membership -> MembershipItem.ENTITY.key(membership);
    };
  }

  private static Map<String, AttributeValue> key(OnCallEntry item) {
    return switch (item) {
      case Team team -> TeamItem.ENTITY.key(team);
      case Schedule schedule -> ScheduleItem.ENTITY.key(schedule);
      case Shift shift -> ShiftItem.ENTITY.key(shift);
      case ScheduleOverride override -> ScheduleOverrideItem.ENTITY.key(override);
    };
  }

  private long delete(List<Map<String, AttributeValue>> keys) {
    List<WriteRequest> writes = new ArrayList<>();
    for (Map<String, AttributeValue> key : keys) {
      writes.add(
          WriteRequest.builder().deleteRequest(DeleteRequest.builder().key(key).build()).build());
    }
    BatchWriter.Report report = writer.write(writes);
    if (!report.isSuccess()) {
      throw new IllegalStateException(
          report.failures().size()
              + " items could not be deleted: "
              + report.failures().getFirst());
    }
    return report.written();
  }

  private static <T> long pages(Function<Cursor, Page<T>> read, Function<List<T>, Long> delete) {
    long deleted = 0;
    for (Optional<Cursor> next = Optional.of(Cursor.start()); next.isPresent(); ) {
      Page<T> page = read.apply(next.get());
      deleted += delete.apply(page.items());
      next = page.next();
    }
    return deleted;
  }
}
