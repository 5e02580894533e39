// The counting of all items that a query finds. The user starts it, because it costs as much as reading them, and can stop it.

import { html, useEffect, useRef, useState } from '/console/preact.js';
import { plural, unitsOf } from '/console/ui.js';
import { countAll } from '/console/query.js';

/**
 * A count that begins with start() and ends by itself, with stop(), with another query, or with the view.
 *
 * @param query the members of the address that determine which items are read, without the start of the page
 * @return total: null, or count, reads, over (all are counted), and stopped; error: of the last count
 */
export function useCount(table, query) {
  const [total, setTotal] = useState(null);
  const [error, setError] = useState(null);
  const running = useRef(null);
  const reset = () => {
    running.current?.abort();
    setTotal(null);
    setError(null);
  };
  useEffect(() => {
    reset();
    return () => running.current?.abort();
  }, [table.TableName, JSON.stringify(query)]);
  const start = async () => {
    reset();
    const mine = running.current = new AbortController();
    let last = { count: 0, scanned: 0, reads: 0, over: false };
    const report = so => {
      last = so;
      if (mine === running.current && !mine.signal.aborted) setTotal(so);
    };
    report(last);
    try {
      await countAll(table, query, mine.signal, report);
    } catch (e) {
      if (mine !== running.current) return;
      // What was counted has cost its units, so it stays.
      setTotal(last.reads > 0 ? { ...last, stopped: true } : null);
      if (e.name !== 'AbortError') setError(e);
    }
  };
  return { total, error, start, reset, stop: () => running.current?.abort() };
}

/** The state of a count, with the buttons that start and stop it. */
export function Count({ counting: { total, start, stop } }) {
  const isRunning = total && !total.over && !total.stopped;
  return html`${total && html`<span class="total">${isRunning ? 'counting… ' : ''}${plural(total.count, 'item')} match ${total.over ? 'in all' : 'so far'}, ${unitsOf(total.reads, 'read')} to count</span>`}
    ${isRunning ? html`<button type="button" class="quiet" data-action="stop-count" onClick=${stop}>Stop counting</button>`
    : !total?.over && html`<button type="button" class="quiet" data-action="count" onClick=${start}>Count all</button>`}`;
}
