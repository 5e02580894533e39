// Texts of forms that were not sent yet. The session storage of the tab keeps them while other views are shown and when the page is loaded again.

import { useState } from '/console/preact.js';

/** The most characters of a draft that are kept. The session storage has about 5 million for the whole page. */
export const MAX_DRAFT_CHARACTERS = 500_000;

const keyOf = name => 'gramme.draft.' + name;

/** The draft with a name; null if there is none. */
export function draftOf(name) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)));
  } catch (e) {
    console.warn(`the draft ${name} cannot be read and is ignored`, e);
    return null;
  }
}

/** Keeps a draft; null removes it. One that is too long removes the earlier one, which would be another text than the user's last. */
export function keepDraft(name, value) {
  const text = JSON.stringify(value);
  try {
    if (value === null || text.length > MAX_DRAFT_CHARACTERS) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), text);
  } catch (e) {
    console.warn(`the browser did not keep the draft ${name}`, e);
  }
}

/**
 * The state of a form, which is kept as a draft.
 *
 * @param empty the state of the form without a draft; its members are those of each draft
 * @return the state, a function that changes members of it, and a function that makes it empty and removes the draft
 */
export function useDraft(name, empty) {
  const [value, setValue] = useState(() => ({ ...empty, ...draftOf(name) }));
  const change = members => setValue(before => {
    const now = { ...before, ...members };
    keepDraft(name, now);
    return now;
  });
  const clear = () => { keepDraft(name, null); setValue(empty); };
  return [value, change, clear];
}
