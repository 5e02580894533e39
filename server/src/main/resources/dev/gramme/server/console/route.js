// The address: #/path/path?name=value&... It contains everything that a view shows, so a reload or a link shows the same.

import { useEffect, useState } from '/console/preact.js';

export function parseHash(hash) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { path: path.split('/').filter(part => part).map(decodeURIComponent), params: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a view; members without a value are left out. */
export function link(path, params = {}) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return '#/' + path.map(encodeURIComponent).join('/') + (query ? '?' + query : '');
}

export const go = (path, params) => { location.hash = link(path, params); };
export const replace = (path, params) => {
  history.replaceState(null, '', link(path, params));
  dispatchEvent(new HashChangeEvent('hashchange'));
};

export function useRoute() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const listen = () => setHash(location.hash);
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
  return { ...parseHash(hash), hash };
}
