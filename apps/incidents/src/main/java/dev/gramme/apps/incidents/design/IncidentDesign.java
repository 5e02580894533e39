package dev.gramme.apps.incidents.design;

import dev.gramme.toolkit.Ksuid;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/** A table design for incidents. */
public interface IncidentDesign {
  /** The display name. */
  String name();

  /** The request that creates its table. */
  CreateTableRequest table();

  /** Creates an account. */
  void open(Ksuid account);

  /**
   * Reports an incident.
   *
   * @param user the reporter
   * @param team the responsible team
   */
  void report(Ksuid account, Ksuid user, Ksuid team, String title, String details);

  /** The titles of the newest incidents of an account. */
  List<String> newest(Ksuid account, int count);
}
