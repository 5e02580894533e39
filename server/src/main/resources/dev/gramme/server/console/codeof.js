// The code of a request, which is made and whose module is loaded only while it is open.

import { html, useState } from '/console/preact.js';
import { lazyPart } from '/console/ui.js';

const Code = lazyPart(async () => (await import('/console/code.js')).Code);

/** The code of what was just done: a request as { operation, input }, or null if nothing was done yet. */
export const CodeOfLast = ({ done }) => done && html`<${CodeOf} operation=${done.operation} input=${done.input} title=${'Code of the last change: ' + done.operation} />`;

/**
 * The code of a request.
 *
 * @param request a function that returns a request as these parameters, where it may change at any time
 * @param table the table of the request; without it the toolkit has no code
 * @param items the items that a read returned, or an item before and after a write
 * @param title what the code does, if it is not this request alone
 */
export function CodeOf({ request, table, type, title, ...given }) {
  const [language, setLanguage] = useState('cli');
  const [open, setOpen] = useState(false);
  const { operation, input, items } = open && request ? request() : given;
  return html`<details class="card codeof" data-operation=${operation} onToggle=${event => setOpen(event.currentTarget.open)}><summary>${title ?? 'Code of this ' + operation}</summary>
    ${open && html`<${Code} language=${language} onLanguage=${setLanguage} operation=${operation} input=${input} table=${table} items=${items} type=${type} />`}</details>`;
}
