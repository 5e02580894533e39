// Files that the page writes piece by piece and then lets the browser save. They are on disk, in the page's private file system, where there is one.

const PREFIX = 'gramme-';
const MAX_AGE_MILLIS = 3_600_000;
const PART_CHARACTERS = 8 << 20;

/** The private file system; null if the browser has none, or the page is neither of this machine nor over HTTPS. */
async function privateFolder() {
  try {
    const folder = await navigator.storage?.getDirectory?.();
    return folder && typeof FileSystemFileHandle !== 'undefined' && FileSystemFileHandle.prototype.createWritable ? folder : null;
  } catch (e) {
    console.warn('the browser has no private file system for this page', e);
    return null;
  }
}

/** Removes files of earlier exports. A download may still read a file of the last hour. */
async function removeOld(folder) {
  for await (const name of folder.keys()) {
    if (name.startsWith(PREFIX) && Date.now() - Number(name.slice(PREFIX.length).split('-')[0]) > MAX_AGE_MILLIS) await folder.removeEntry(name);
  }
}

let count = 0;

/** A new file: write(text) adds to it, finish() returns it as a Blob, remove() deletes it. */
export async function spool() {
  const folder = await privateFolder();
  if (!folder) return inBlobs();
  await removeOld(folder);
  const name = `${PREFIX}${Date.now()}-${++count}`;
  const handle = await folder.getFileHandle(name, { create: true });
  const file = await handle.createWritable();
  let open = true;
  const close = async () => { if (open) { open = false; await file.close(); } };
  return {
    write: text => file.write(text),
    finish: async () => { await close(); return handle.getFile(); },
    remove: async () => { await close(); await folder.removeEntry(name); },
  };
}

/** Without a private file system the browser keeps the parts, of which the larger ones are not in the memory of the page. */
function inBlobs() {
  let parts = [];
  let characters = 0;
  return {
    write: async text => {
      parts.push(text);
      characters += text.length;
      if (characters > PART_CHARACTERS) { parts = [new Blob(parts)]; characters = 0; }
    },
    finish: async () => new Blob(parts),
    remove: async () => { parts = []; },
  };
}
