// Which physical partitions a read touches, from the server's page for operators.

import { html, useEffect, useState } from '/console/preact.js';
import { configuration } from '/console/api.js';
import { askOperators, rangeText } from '/console/operators.js';
import { countText } from '/console/ui.js';

const MAX_RANGES = 8;

/** Whether the server has refused such a question because this user has no admin token. Then no other one is sent. */
let isRefused = false;

/**
 * The partitions of a read, out of all partitions of its table or index.
 *
 * @param question the table, the index, and the first and the last key of the read; or a statement
 */
export function Touched({ question, title = 'Partitions' }) {
  const [map, setMap] = useState(null);
  const text = JSON.stringify(question);
  useEffect(() => {
    const abort = new AbortController();
    setMap(null);
    // Another endpoint has no pages for operators.
    if (configuration.endpoint || isRefused) return undefined;
    askOperators('partitions', question, '', abort.signal).then(setMap, error => {
      if (abort.signal.aborted) return;
      isRefused = error.type === 'TokenNeeded';
      console.warn('the partitions of the read are not known', error.message);
    });
    return () => abort.abort();
  }, [text]);
  if (!map) return null;
  const ranges = map.Partitions.slice(0, MAX_RANGES).map(rangeText).join('; ');
  return html`<p class="note touched">${title}: ${countText(map.Partitions.length)} of ${countText(map.PartitionCount)}, with the hashes ${ranges}${map.Partitions.length > MAX_RANGES ? '; and others' : ''}.${
    !map.Throttling && ' The server does not limit throughput; the service has these partitions before any traffic.'}</p>`;
}
