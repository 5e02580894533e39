import * as shop from "./queries.js";
import { createTable } from "./model.js";

/** Runs a call, records its requests under a name, and prints its result. */
async function call(pattern: string, work: () => Promise<string>) {
  await fetch(`${process.env.ENDPOINT}/pattern/${pattern}`, { method: "POST" });
  const result = await work();
  console.log(JSON.stringify({ pattern, result }));
}

/** Runs a call whose requests do not count. */
const prepare = (work: () => Promise<unknown>) =>
  call("none", async () => {
    await work();
    return "";
  });

async function refusal(work: () => Promise<unknown>) {
  try {
    await work();
    return "accepted";
  } catch {
    return "refused";
  }
}

const at = (text: string) => `2026-${text}Z`;
const seconds = (text: string) => Date.parse(text) / 1000;
const now = at("06-01T12:00:00");
const names = (items: { title: string }[]) => items.map((item) => item.title).join(",");
const orderNames = (items: { order: string }[]) => items.map((item) => item.order).join(",");
const waiting = (items: { customer: string }[]) => items.map((item) => item.customer).join(",");
const places = (items: { section: string; row: number; number: number }[]) =>
  items.map((item) => `${item.section}/${item.row}/${item.number}`).join(",");
const seat = (section: string, row: number, number: number) => ({
  event: "jazz",
  section,
  row,
  number,
});
const hold = (customer: string, section: string, row: number, number: number) => ({
  ...seat(section, row, number),
  customer,
  expires: seconds(at("06-01T12:10:00")),
});
const event = (event: string, title: string, startsAt: string) => ({
  event,
  title,
  venue: "hall",
  city: "Bern",
  startsAt,
  sold: 0,
});
const order = (order: string, placedAt: string, total: number) => ({
  customer: "ana",
  placedAt,
  order,
  event: "jazz",
  total,
});

await prepare(createTable);
await call("addVenue", async () => {
  await shop.addVenue({ venue: "hall", name: "Hall", city: "Bern", capacity: 500 });
  return "";
});
await call("venue", async () => {
  const found = await shop.venue("hall");
  return `${found?.name} in ${found?.city} for ${found?.capacity}`;
});
await call("announce", async () => {
  await shop.announce(event("jazz", "Jazz", at("07-01T20:00:00")));
  return "";
});
await prepare(() => shop.announce(event("rock", "Rock", at("07-02T20:00:00"))));
await prepare(() => shop.announce(event("folk", "Folk", at("07-03T20:00:00"))));
await prepare(() => shop.announce(event("pop", "Pop", at("08-01T20:00:00"))));
await call("none", () =>
  refusal(() => shop.announce(event("jazz", "Jazz again", at("07-01T20:00:00")))),
);
await call("event", async () => {
  const found = await shop.event("jazz");
  return `${found?.title}, ${found?.sold} sold`;
});
await call("eventsInCity", async () => {
  const [from, to] = [at("07-01T00:00:00"), at("07-31T00:00:00")];
  const first = await shop.eventsInCity("Bern", from, to, 2, null);
  const second = await shop.eventsInCity("Bern", from, to, 2, first.cursor);
  return `${names(first.data)} then ${names(second.data)}`;
});
await call("eventsOfVenue", async () => names(await shop.eventsOfVenue("hall", 2)));
await call("reschedule", async () => {
  const moved = await shop.reschedule("jazz", at("07-04T20:00:00"));
  return `${moved.title} moved`;
});
await call("none", async () =>
  names(
    (await shop.eventsInCity("Bern", at("07-04T00:00:00"), at("07-05T00:00:00"), 5, null)).data,
  ),
);
await call("addSeats", async () => {
  const seats = [];
  for (let number = 1; number <= 10; number++) {
    seats.push({ ...seat("a", 1, number), price: 5000, state: "FREE" as const });
    seats.push({ ...seat("a", 2, number), price: 5000, state: "FREE" as const });
    seats.push({ ...seat("b", 1, number), price: 3000, state: "FREE" as const });
  }
  await shop.addSeats(seats);
  return "";
});
await call("seats", async () => places(await shop.seats("jazz", "a")));
await call("seatsUpTo", async () => places(await shop.seatsUpTo("jazz", "FREE", 4000)));
await call("countSeats", async () => `${await shop.countSeats("jazz", "FREE")}`);
await call("chosenSeats", async () =>
  places(await shop.chosenSeats([seat("b", 1, 9), seat("a", 1, 1), seat("a", 9, 9)])),
);
await call("register", async () => {
  await shop.register({ customer: "ana", email: "ana@example.com", name: "Ana" });
  return "";
});
await call("none", () =>
  refusal(() => shop.register({ customer: "bea", email: "ana@example.com", name: "Bea" })),
);
await call("customerWithEmail", async () => {
  const found = await shop.customerWithEmail("ana@example.com");
  return `${found?.customer}, ${found?.name}`;
});
await call("rename", async () => {
  const renamed = await shop.rename("ana", "Anna", 1);
  return `${renamed.name}, revision ${renamed.revision}`;
});
await call("none", () => refusal(() => shop.rename("ana", "Anne", 1)));
await call("hold", async () => {
  await shop.hold(hold("ana", "a", 1, 1));
  return "";
});
await call("none", () => refusal(() => shop.hold(hold("ben", "a", 1, 1))));
await call("holds", async () => places(await shop.holds("ana", seconds(now))));
await call("none", async () => places(await shop.holds("ana", seconds(at("06-01T13:00:00")))));
await call("release", async () => {
  await shop.release(hold("ana", "a", 1, 1));
  return "";
});
await call("none", async () => {
  const [released] = await shop.chosenSeats([seat("a", 1, 1)]);
  return `${released.state} ${released.customer ?? "nobody"}`;
});
await prepare(() => shop.hold(hold("ana", "a", 1, 2)));
await call("buy", async () => {
  await shop.buy(hold("ana", "a", 1, 2), order("o1", at("06-01T12:00:00"), 5000));
  return "";
});
await prepare(() => shop.hold(hold("ana", "b", 1, 1)));
await prepare(() => shop.buy(hold("ana", "b", 1, 1), order("o2", at("06-01T12:05:00"), 3000)));
await prepare(() => shop.hold(hold("ana", "b", 1, 2)));
await prepare(() => shop.buy(hold("ana", "b", 1, 2), order("o3", at("06-01T12:06:00"), 3000)));
await call("none", () =>
  refusal(() => shop.buy(hold("ben", "b", 1, 3), order("o4", at("06-01T12:07:00"), 3000))),
);
await prepare(() => shop.hold(hold("ana", "a", 1, 5)));
await call("addNote", async () => {
  await shop.addNote(order("o1", at("06-01T12:00:00"), 5000), "paid in cash");
  return "";
});
await call("account", async () => {
  const found = await shop.account("ana", seconds(now));
  return `${found.customer[0].name}; ${places(found.hold)}; ${orderNames(found.order)}; ${found.order[0].notes}`;
});
await call("orders", async () => {
  const first = await shop.orders("ana", at("06-01T12:05:00"), 1, null);
  const second = await shop.orders("ana", at("06-01T12:05:00"), 1, first.cursor);
  return `${orderNames(first.data)} then ${orderNames(second.data)}`;
});
await call("ordersOfEvent", async () => orderNames(await shop.ordersOfEvent("jazz")));
await call("receipt", async () => {
  const found = await shop.receipt(order("o1", at("06-01T12:00:00"), 5000), "jazz");
  return `${found.order?.order} ${found.event?.title} ${found.event?.sold}`;
});
await call("join", async () => {
  await shop.join({ event: "jazz", joinedAt: at("06-01T12:00:00"), customer: "ben", seats: 1 });
  return "";
});
await prepare(() =>
  shop.join({ event: "jazz", joinedAt: at("06-01T12:01:00"), customer: "cy", seats: 2 }),
);
await prepare(() =>
  shop.join({ event: "jazz", joinedAt: at("06-01T12:02:00"), customer: "dan", seats: 1 }),
);
await call("nextWaiting", async () => waiting(await shop.nextWaiting("jazz", 2)));
await call("leave", async () => {
  await shop.leave({ event: "jazz", joinedAt: at("06-01T12:00:00"), customer: "ben" });
  return "";
});
await call("clearWaitingList", async () => `${await shop.clearWaitingList("jazz")}`);
await call("review", async () => {
  await shop.review({ event: "jazz", customer: "ana", stars: 5, text: "Good" });
  return "";
});
for (const [customer, stars] of Object.entries({ bea: 1, cy: 4, dan: 2, eva: 5, fay: 3 })) {
  await prepare(() => shop.review({ event: "jazz", customer, stars, text: "Well" }));
}
await call("goodReviews", async () => {
  const first = await shop.goodReviews("jazz", 4, 2, null);
  const second = await shop.goodReviews("jazz", 4, 2, first.cursor);
  return `${waiting(first.data)} then ${waiting(second.data)}`;
});
