import {
  CreateTableCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { Entity, Service } from "electrodb";

export const client = new DynamoDBClient({
  endpoint: process.env.ENDPOINT,
  region: "us-east-1",
  credentials: { accessKeyId: "any", secretAccessKey: "any" },
});
const at = { client, table: "tickets" };
const states = ["FREE", "HELD", "SOLD"] as const;
const service = "tickets";
const version = "1";

/** A place with seats. */
export const Venue = new Entity(
  {
    model: { entity: "venue", service, version },
    attributes: {
      venue: { type: "string", required: true },
      name: { type: "string", required: true },
      city: { type: "string", required: true },
      capacity: { type: "number", required: true },
    },
    indexes: {
      primary: { pk: { field: "pk", composite: ["venue"] }, sk: { field: "sk", composite: [] } },
    },
  },
  at,
);

/** An evening at a venue. */
export const Event = new Entity(
  {
    model: { entity: "event", service, version },
    attributes: {
      event: { type: "string", required: true },
      title: { type: "string", required: true },
      venue: { type: "string", required: true },
      city: { type: "string", required: true },
      startsAt: { type: "string", required: true },
      sold: { type: "number", required: true },
    },
    indexes: {
      primary: { pk: { field: "pk", composite: ["event"] }, sk: { field: "sk", composite: [] } },
      byCity: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["city"] },
        sk: { field: "gsi1sk", composite: ["startsAt"] },
      },
      byVenue: {
        index: "gsi2",
        pk: { field: "gsi2pk", composite: ["venue"] },
        sk: { field: "gsi2sk", composite: ["startsAt"] },
      },
    },
  },
  at,
);

/** A seat at an event. */
export const Seat = new Entity(
  {
    model: { entity: "seat", service, version },
    attributes: {
      event: { type: "string", required: true },
      section: { type: "string", required: true },
      row: { type: "number", required: true, padding: { length: 3, char: "0" } },
      number: { type: "number", required: true, padding: { length: 3, char: "0" } },
      price: { type: "number", required: true },
      state: { type: states, required: true },
      customer: { type: "string" },
    },
    indexes: {
      primary: {
        pk: { field: "pk", composite: ["event"] },
        sk: { field: "sk", composite: ["section", "row", "number"] },
      },
    },
  },
  at,
);

/** A customer. */
export const Customer = new Entity(
  {
    model: { entity: "customer", service, version },
    attributes: {
      customer: { type: "string", required: true },
      email: { type: "string", required: true },
      name: { type: "string", required: true },
      revision: { type: "number", required: true, default: 1 },
    },
    indexes: {
      primary: {
        collection: "account",
        pk: { field: "pk", composite: ["customer"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  at,
);

/** A marker that makes the address of a customer unique. */
export const Email = new Entity(
  {
    model: { entity: "email", service, version },
    attributes: {
      email: { type: "string", required: true },
      customer: { type: "string", required: true },
    },
    indexes: {
      primary: { pk: { field: "pk", composite: ["email"] }, sk: { field: "sk", composite: [] } },
    },
  },
  at,
);

/** A seat that a customer may buy until the hold expires. */
export const Hold = new Entity(
  {
    model: { entity: "hold", service, version },
    attributes: {
      customer: { type: "string", required: true },
      event: { type: "string", required: true },
      section: { type: "string", required: true },
      row: { type: "number", required: true, padding: { length: 3, char: "0" } },
      number: { type: "number", required: true, padding: { length: 3, char: "0" } },
      expires: { type: "number", required: true },
    },
    indexes: {
      primary: {
        collection: "account",
        pk: { field: "pk", composite: ["customer"] },
        sk: { field: "sk", composite: ["event", "section", "row", "number"] },
      },
    },
  },
  at,
);

/** A seat that a customer has bought. */
export const Order = new Entity(
  {
    model: { entity: "order", service, version },
    attributes: {
      customer: { type: "string", required: true },
      placedAt: { type: "string", required: true },
      order: { type: "string", required: true },
      event: { type: "string", required: true },
      total: { type: "number", required: true },
      notes: { type: "list", items: { type: "string" }, required: true, default: [] },
    },
    indexes: {
      primary: {
        collection: "account",
        pk: { field: "pk", composite: ["customer"] },
        sk: { field: "sk", composite: ["placedAt", "order"] },
      },
      byEvent: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["event"] },
        sk: { field: "gsi1sk", composite: ["placedAt"] },
      },
    },
  },
  at,
);

/** A customer who waits for seats of an event. */
export const Waiting = new Entity(
  {
    model: { entity: "waiting", service, version },
    attributes: {
      event: { type: "string", required: true },
      joinedAt: { type: "string", required: true },
      customer: { type: "string", required: true },
      seats: { type: "number", required: true },
    },
    indexes: {
      primary: {
        pk: { field: "pk", composite: ["event"] },
        sk: { field: "sk", composite: ["joinedAt", "customer"] },
      },
    },
  },
  at,
);

/** A customer's opinion of an event. */
export const Review = new Entity(
  {
    model: { entity: "review", service, version },
    attributes: {
      event: { type: "string", required: true },
      customer: { type: "string", required: true },
      stars: { type: "number", required: true },
      text: { type: "string", required: true },
    },
    indexes: {
      primary: {
        pk: { field: "pk", composite: ["event"] },
        sk: { field: "sk", composite: ["customer"] },
      },
    },
  },
  at,
);

export const Shop = new Service(
  {
    venue: Venue,
    event: Event,
    seat: Seat,
    customer: Customer,
    email: Email,
    hold: Hold,
    order: Order,
    waiting: Waiting,
    review: Review,
  },
  at,
);

/** Creates the table with its indexes and the time to live of holds. */
export async function createTable() {
  const key = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: "HASH" as const },
    { AttributeName: sk, KeyType: "RANGE" as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: at.table,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: key("pk", "sk"),
      AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk"].map((name) => ({
        AttributeName: name,
        AttributeType: "S",
      })),
      GlobalSecondaryIndexes: ["gsi1", "gsi2"].map((index) => ({
        IndexName: index,
        KeySchema: key(`${index}pk`, `${index}sk`),
        Projection: { ProjectionType: "ALL" },
      })),
    }),
  );
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: at.table,
      TimeToLiveSpecification: { AttributeName: "expires", Enabled: true },
    }),
  );
}
