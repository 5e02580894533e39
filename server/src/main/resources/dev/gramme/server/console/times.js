// Times that the user reads and types, in UTC and to the second.

/** A time in the form in which it is typed, such as 2026-11-26T00:15:03. */
export const fieldText = seconds => new Date(seconds * 1000).toISOString().slice(0, 19);

/** A time as it is shown. */
export const timeText = seconds => seconds ? fieldText(seconds).replace('T', ' ') + ' UTC' : '–';

/** The seconds since 1970 of a typed time; undefined if nothing was typed. */
export function secondsOf(text) {
  if (!text.trim()) return undefined;
  const seconds = Date.parse(text.trim() + 'Z') / 1000;
  if (Number.isNaN(seconds)) throw new Error(`"${text}" is not a time such as 2026-11-26T00:15:03.`);
  return seconds;
}
