// The consumed units of a call, and what it would cost.

import { html } from '/console/preact.js';
import { link } from '/console/route.js';
import { rate } from '/console/store.js';
import { monthText, plural, unitsOf, useStore } from '/console/ui.js';

export function Cost({ reads, writes, millis }) {
  useStore();
  const units = [reads > 0 || !writes ? unitsOf(reads, 'read') : '', writes > 0 ? unitsOf(writes, 'write') : ''].filter(text => text).join(', ');
  return html`<span class="cost">${units}${millis === undefined ? '' : ` · ${millis < 10 ? millis.toFixed(1) : Math.round(millis)} ms`}${' · '}<a href=${link(['preferences'])} title="Prices and rate">${monthText(reads, writes)} a month at ${plural(rate(), 'call')}/s</a></span>`;
}
