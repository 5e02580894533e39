// Settings of the console: the prices and the rate for estimates, and the keys of one character.

import { html } from '/console/preact.js';
import { DEFAULT_PRICES, letterKeys, prices, rate, setLetterKeys, setPrices, setRate } from '/console/store.js';
import { ErrorBox, Field, Text, useStore, useTask } from '/console/ui.js';

/** A number that counts when the field is left; a text that is no number is put back. */
const Decimal = ({ value, onChange, ...rest }) => html`<input type="text" inputmode="decimal" autocomplete="off" ...${rest} value=${value} onChange=${event => {
  const given = Number(event.target.value);
  if (event.target.value.trim() && Number.isFinite(given) && given >= 0) onChange(given);
  else event.target.value = value;
}} />`;

export function Preferences() {
  useStore();
  const now = prices();
  const [state, run] = useTask();
  const set = changes => run(async () => setPrices({ ...now, ...changes }));
  const number = (label, name) => html`<${Field} label=${label}><${Decimal} name=${name} value=${now[name]} onChange=${value => set({ [name]: value })} /><//>`;
  const text = (label, name) => html`<${Field} label=${label}><${Text} name=${name} value=${now[name]} onInput=${value => set({ [name]: value })} /><//>`;
  return html`<div class="title"><h1>Settings</h1></div>
    <${ErrorBox} error=${state.error} />
    <section class="card"><h2>Prices for estimates</h2>
      <p class="note">Beside each result stands what its consumed units would cost on demand in AWS, if the call were repeated at this rate for a month of 730 hours.
        Gramme itself costs nothing. Check the prices of your region.</p>
      <div class="row">${number('A million read units', 'readMillion')}${number('A million write units', 'writeMillion')}${text('Currency', 'currency')}
        ${text('Region of the prices', 'region')}${text('Date of the prices', 'date')}
        <${Field} label="Calls a second"><${Decimal} name="rate" value=${rate()} onChange=${value => run(async () => setRate(value))} /><//></div>
      <div class="actions"><button type="button" onClick=${() => set(DEFAULT_PRICES)}>Use the prices of ${DEFAULT_PRICES.date}</button></div></section>
    <section class="card"><h2>Keyboard</h2>
      <label class="check"><input type="checkbox" name="letterKeys" checked=${letterKeys()} onChange=${event => { const on = event.target.checked; run(async () => setLetterKeys(on)); }} /> Keys of one character</label>
      <p class="note">These are /, t, ?, n, j, k and 1 to 4. Turn them off if you dictate or if they are pressed by mistake. The other keys stay.</p></section>
    <section class="card"><h2>Where things are kept</h2><p>Settings, saved queries and the history are in the local storage of this browser.
      Changes that can be undone are in its IndexedDB for seven days, with the items before and after.
      Credentials, and texts of forms that were not sent, are in the session storage of this tab and are gone when it is closed.</p></section>`;
}
