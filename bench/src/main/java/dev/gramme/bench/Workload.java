package dev.gramme.bench;

/** The operations of clients. */
enum Workload {
  GET("GetItem", "GetItem"),
  QUERY("Query", "Query of 10 items"),
  PUT("PutItem", "PutItem"),
  UPDATE("UpdateItem", "UpdateItem with a condition"),
  TRANSACT("TransactWriteItems", "TransactWriteItems of 4"),
  BATCH("BatchWriteItem", "BatchWriteItem of 25");

  private final String operation;
  private final String title;

  Workload(String operation, String title) {
    this.operation = operation;
    this.title = title;
  }

  /** The operation's name in the protocol. */
  String operation() {
    return operation;
  }

  /** The title in the report. */
  String title() {
    return title;
  }
}
