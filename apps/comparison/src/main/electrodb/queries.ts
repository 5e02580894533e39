import type { CreateEntityItem, EntityItem } from "electrodb";
import {
  Customer,
  Email,
  Event,
  Hold,
  Order,
  Review,
  Seat,
  Shop,
  Venue,
  Waiting,
} from "./model.js";

type SeatKey = Pick<EntityItem<typeof Seat>, "event" | "section" | "row" | "number">;
type HoldKey = SeatKey & { customer: string };
type OrderKey = Pick<EntityItem<typeof Order>, "customer" | "placedAt" | "order">;
type WaitingKey = Pick<EntityItem<typeof Waiting>, "event" | "joinedAt" | "customer">;
type State = EntityItem<typeof Seat>["state"];

/** A transaction that is refused returns normally, so each one needs this check. */
function committed<T extends { canceled: boolean }>(result: T): T {
  if (result.canceled) {
    throw new Error("the transaction was refused");
  }
  return result;
}

/** What a batch leaves unprocessed is in its result, so each one needs this check. */
function complete(result: { unprocessed: unknown[] }) {
  if (result.unprocessed.length > 0) {
    throw new Error(`${result.unprocessed.length} items were not processed`);
  }
}

export const addVenue = (venue: CreateEntityItem<typeof Venue>) => Venue.put(venue).go();

export const venue = async (venue: string) => (await Venue.get({ venue }).go()).data;

export const announce = (event: CreateEntityItem<typeof Event>) => Event.create(event).go();

export const event = async (event: string) => (await Event.get({ event }).go()).data;

export const eventsInCity = (
  city: string,
  from: string,
  to: string,
  limit: number,
  cursor: string | null,
) =>
  Event.query.byCity({ city }).between({ startsAt: from }, { startsAt: to }).go({ limit, cursor });

export const eventsOfVenue = async (venue: string, limit: number) =>
  (await Event.query.byVenue({ venue }).go({ limit, order: "desc" })).data;

export const reschedule = async (event: string, startsAt: string) =>
  (await Event.patch({ event }).set({ startsAt }).go({ response: "all_new" })).data;

export const addSeats = async (seats: CreateEntityItem<typeof Seat>[]) =>
  complete(await Seat.put(seats).go({ concurrency: 4 }));

export const seats = async (event: string, section: string) =>
  (await Seat.query.primary({ event, section }).go({ pages: "all" })).data;

export const seatsUpTo = async (event: string, state: State, most: number) =>
  (
    await Seat.query
      .primary({ event })
      .where((seat, { eq, lte }) => `${eq(seat.state, state)} AND ${lte(seat.price, most)}`)
      .go({ pages: "all" })
  ).data;

export const countSeats = async (event: string, state: State) =>
  (
    await Seat.query
      .primary({ event })
      .where((seat, { eq }) => eq(seat.state, state))
      .go({ pages: "all", attributes: ["number"] })
  ).data.length;

export const chosenSeats = async (keys: SeatKey[]) => {
  const result = await Seat.get(keys).go({ preserveBatchOrder: true });
  complete(result);
  return result.data.filter((seat) => seat !== null);
};

export const register = async (customer: CreateEntityItem<typeof Customer>) =>
  committed(
    await Shop.transaction
      .write((to) => [
        to.customer.create(customer).commit(),
        to.email.create({ email: customer.email, customer: customer.customer }).commit(),
      ])
      .go(),
  );

export const customerWithEmail = async (email: string) => {
  const marker = (await Email.get({ email }).go()).data;
  return marker === null ? null : (await Customer.get({ customer: marker.customer }).go()).data;
};

export const rename = async (customer: string, name: string, revision: number) =>
  (
    await Customer.patch({ customer })
      .set({ name })
      .add({ revision: 1 })
      .where((stored, { eq }) => eq(stored.revision, revision))
      .go({ response: "all_new" })
  ).data;

export const hold = async (hold: CreateEntityItem<typeof Hold>) =>
  committed(
    await Shop.transaction
      .write((to) => [
        to.seat
          .patch(hold)
          .set({ state: "HELD", customer: hold.customer })
          .where((seat, { eq }) => eq(seat.state, "FREE"))
          .commit(),
        to.hold.create(hold).commit(),
      ])
      .go(),
  );

export const holds = async (customer: string, now: number) =>
  (
    await Hold.query
      .primary({ customer })
      .where((hold, { gt }) => gt(hold.expires, now))
      .go({ pages: "all" })
  ).data;

export const release = async (hold: HoldKey) =>
  committed(
    await Shop.transaction
      .write((to) => [
        to.seat
          .patch(hold)
          .set({ state: "FREE" })
          .remove(["customer"])
          .where((seat, { eq }) => eq(seat.customer, hold.customer))
          .commit(),
        to.hold.remove(hold).commit(),
      ])
      .go(),
  );

export const buy = async (hold: HoldKey, order: CreateEntityItem<typeof Order>) =>
  committed(
    await Shop.transaction
      .write((to) => [
        to.seat
          .patch(hold)
          .set({ state: "SOLD" })
          .where(
            (seat, { eq }) => `${eq(seat.customer, hold.customer)} AND ${eq(seat.state, "HELD")}`,
          )
          .commit(),
        to.hold.remove(hold).commit(),
        to.order.create(order).commit(),
        to.event.patch({ event: order.event }).add({ sold: 1 }).commit(),
      ])
      .go(),
  );

export const addNote = (order: OrderKey, note: string) =>
  Order.patch(order)
    .append({ notes: [note] })
    .go();

export const account = async (customer: string, now: number) =>
  (
    await Shop.collections
      .account({ customer })
      .where((item, { gt, notExists }) => `${notExists(item.expires)} OR ${gt(item.expires, now)}`)
      .go({ pages: "all" })
  ).data;

export const orders = (customer: string, from: string, limit: number, cursor: string | null) =>
  Order.query.primary({ customer }).gte({ placedAt: from }).go({ limit, cursor, order: "desc" });

export const ordersOfEvent = async (event: string) =>
  (await Order.query.byEvent({ event }).go({ pages: "all" })).data;

export const receipt = async (order: OrderKey, event: string) => {
  const [found, of] = committed(
    await Shop.transaction
      .get((from) => [from.order.get(order).commit(), from.event.get({ event }).commit()])
      .go(),
  ).data;
  return { order: found.item, event: of.item };
};

export const join = (waiting: CreateEntityItem<typeof Waiting>) => Waiting.create(waiting).go();

export const nextWaiting = async (event: string, limit: number) =>
  (await Waiting.query.primary({ event }).go({ limit })).data;

export const leave = (key: WaitingKey) => Waiting.delete(key).go();

export const clearWaitingList = async (event: string) => {
  const { data } = await Waiting.query.primary({ event }).go({ pages: "all", consistent: true });
  complete(await Waiting.delete(data).go());
  return data.length;
};

export const review = (review: CreateEntityItem<typeof Review>) => Review.put(review).go();

export const goodReviews = (event: string, least: number, count: number, cursor: string | null) =>
  Review.query
    .primary({ event })
    .where((review, { gte }) => gte(review.stars, least))
    .go({ count, cursor });
