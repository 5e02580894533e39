package dev.gramme.apps.incidents.design;

import dev.gramme.toolkit.Ksuid;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/** A way to keep incidents in a table. */
public interface IncidentDesign {
  /** What it is called. */
  String name();

  /** The request that creates its table. */
  CreateTableRequest table();

  /** Opens an account. */
  void open(Ksuid account);

  /**
   * Reports an incident.
   *
   * @param user who reports it
   * @param team who is to see to it
   */
  void report(Ksuid account, Ksuid user, Ksuid team, String title, String details);

  /** The titles of the newest incidents of an account. */
  List<String> newest(Ksuid account, int count);
}
