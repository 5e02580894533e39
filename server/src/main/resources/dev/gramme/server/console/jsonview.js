// Items as JSON, no more of them than a page shows quickly.

import { html, useMemo } from '/console/preact.js';
import { plural } from '/console/ui.js';

const MAX_ITEMS = 500;
const MAX_CHARACTERS = 2_000_000;

/** The first items as a text of at most two million characters, but always the first item; and how many they are. */
export function jsonOf(items) {
  const texts = [];
  let characters = 0;
  for (const item of items.slice(0, MAX_ITEMS)) {
    const text = JSON.stringify(item, null, 2).replaceAll(/^/gm, '  ');
    characters += text.length;
    if (texts.length && characters > MAX_CHARACTERS) break;
    texts.push(text);
  }
  return { text: texts.length ? `[\n${texts.join(',\n')}\n]` : '[]', shown: texts.length };
}

/**
 * The view of items as JSON. The text is made once for a result, not again with each change of the page around it.
 *
 * @param more where the other items are, as a sentence
 */
export function JsonView({ items, more }) {
  const { text, shown } = useMemo(() => jsonOf(items), [items]);
  return html`${shown < items.length && html`<p class="note cut">The first ${plural(shown, 'item')} of ${items.length.toLocaleString('en')}. ${more}</p>`}
    <pre class="code card" tabindex="0" aria-label="The items as JSON">${text}</pre>`;
}
