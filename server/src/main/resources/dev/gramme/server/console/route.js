// The address: #/path/path?name=value&... It contains what a view shows, so a reload or a link shows the same. Links keep the region; an
// address without one is of the server's own region.

import { useEffect, useRef, useState } from '/console/preact.js';

/** A part of a path; one that is not encoded stays as it is. */
function decoded(part) {
  try { return decodeURIComponent(part); } catch (e) { return part; }
}

export function parseHash(hash) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { path: path.split('/').filter(part => part).map(decoded), params: Object.fromEntries(new URLSearchParams(query)) };
}

const regionOf = hash => parseHash(hash).params.region || undefined;

/** The region of this page; undefined if it is the server's own. */
export const regionHere = regionOf(location.hash);

/** The address of a view, in the same region if the members have none; members without a value are left out. */
export function link(path, params = {}) {
  const given = Object.entries({ region: regionHere, ...params }).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return '#/' + path.map(encodeURIComponent).join('/') + (query ? '?' + query : '');
}

export const go = (path, params) => { location.hash = link(path, params); };
export const replace = (path, params) => {
  history.replaceState(null, '', link(path, params));
  dispatchEvent(new HashChangeEvent('hashchange'));
};

const guards = [];

/** Asks a function before the user leaves an address; the address stays unless it returns true. Returns a function that ends this. */
export function guardAddress(mayLeave) {
  guards.push(mayLeave);
  return () => guards.splice(guards.indexOf(mayLeave), 1);
}

export function useRoute() {
  const [hash, setHash] = useState(location.hash);
  const shown = useRef(hash);
  useEffect(() => {
    const listen = ({ isTrusted }) => {
      // Changes by the console itself, by replace(), are not trusted events: they close what was saved.
      if (isTrusted && location.hash !== shown.current && guards.some(mayLeave => !mayLeave())) {
        history.pushState(null, '', shown.current);
        return;
      }
      follow();
    };
    const follow = () => {
      shown.current = location.hash;
      // All that runs belongs to the region of this page, so another region is another page.
      if (regionOf(location.hash) !== regionHere) location.reload();
      else setHash(location.hash);
    };
    addEventListener('hashchange', listen);
    if (location.hash !== shown.current) follow(); // it changed before this effect ran
    return () => removeEventListener('hashchange', listen);
  }, []);
  return { ...parseHash(hash), hash };
}
