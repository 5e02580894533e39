// Requests of DynamoDB's protocol to the server of this page.

import { sign, canSign, amzDate } from '/console/sigv4.js';
import { credentials } from '/console/store.js';
import { regionHere } from '/console/route.js';

/** What the server says about itself: its region, and whether requests need the credentials of a user. */
export let configuration = { region: 'us-east-1', identities: false };

export async function configure() {
  const answer = await fetch('/console/config.json');
  if (answer.ok) configuration = await answer.json();
}

/** The address that programs use: of the endpoint whose tables are shown; null for AWS, whose address follows from the region. */
export function endpoint() {
  const shown = configuration.endpoint;
  return shown === undefined ? location.origin : /^aws(:|$)/.test(shown) ? null : shown.replace(/\/$/, '');
}

/** An error answer of the server, or a request that got no answer. */
export class ApiError extends Error {
  constructor(type, message, body) {
    super(message);
    this.type = type;
    this.body = body;
  }
}

const READS = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'];
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];
const listeners = new Set();

/** Calls a function for each answered call; returns a function that ends this. */
export function onCall(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentRegion = () => regionHere ?? configuration.region;

/** Errors of requests that had no effect because of their number, so that they can be sent again. */
const THROTTLES = ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded', 'ConsoleBusy'];
const MAX_TRIES = 8;
const FIRST_PAUSE_MILLIS = 100;
const MAX_PAUSE_MILLIS = 5000;

/** Waits for a time; an AbortSignal ends it with its reason. */
export const pause = (millis, signal) => new Promise((resolve, reject) => {
  const abort = () => { clearTimeout(timer); reject(signal.reason); };
  const timer = setTimeout(() => { signal?.removeEventListener('abort', abort); resolve(); }, millis);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
});

/**
 * Sends a request, again after a longer pause each time while the service throttles it.
 *
 * @param operation such as Query
 * @param input the members of the request
 * @param options signal: an AbortSignal; quiet: whether listeners get no notice
 */
export async function call(operation, input = {}, options = {}) {
  for (let tries = 1; ; tries++) {
    try {
      return await send(operation, input, options);
    } catch (error) {
      if (!THROTTLES.includes(error.type) || tries === MAX_TRIES) throw error;
      await pause(Math.min(MAX_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2), options.signal);
    }
  }
}

/** Sends one request. */
async function send(operation, input, { signal, quiet }) {
  const isStream = ['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords'].includes(operation);
  const metered = READS.includes(operation) || WRITES.includes(operation) || operation === 'ExecuteStatement';
  const request = metered ? { ...input, ReturnConsumedCapacity: 'TOTAL' } : input;
  const body = JSON.stringify(request);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': (isStream ? 'DynamoDBStreams_20120810.' : 'DynamoDB_20120810.') + operation,
  };
  const start = performance.now();
  let answer;
  let text;
  try {
    answer = await fetch('/', { method: 'POST', body, signal, headers: { ...headers, ...(await authorization(headers, body)) } });
    text = await answer.text();
  } catch (e) {
    if (e instanceof ApiError || e.name === 'AbortError') throw e;
    throw new ApiError('NoAnswer', 'The server did not answer. Is it running?');
  }
  let content;
  try {
    content = text ? JSON.parse(text) : {};
  } catch (e) {
    throw new ApiError('NoJson', `The server answered ${answer.status}: ${text.slice(0, 300)}`);
  }
  if (!quiet) {
    const entry = { operation, input: request, millis: performance.now() - start, status: answer.status, ...capacity(operation, content, request) };
    listeners.forEach(listener => listener(entry));
  }
  if (!answer.ok) {
    throw new ApiError(String(content.__type ?? answer.status).replace(/^.*#/, ''), content.message ?? content.Message ?? `The server answered ${answer.status}.`, content);
  }
  return content;
}

/** Whether a PartiQL statement only reads. */
export const isRead = statement => /^\s*(--[^\n]*\n\s*)*select\b/i.test(statement);

/** The consumed units of the answer to a request, as reads or as writes. */
export function capacity(operation, content, { Statement } = {}) {
  const parts = [content.ConsumedCapacity ?? []].flat();
  const units = parts.reduce((total, part) => total + (part.CapacityUnits ?? 0), 0);
  const writes = WRITES.includes(operation) || Statement !== undefined && !isRead(Statement);
  return { reads: writes ? 0 : units, writes: writes ? units : 0 };
}

async function authorization(headers, body) {
  const known = credentials();
  if (!known) {
    if (configuration.identities) throw new ApiError('NoCredentials', 'This server has identities. Enter an access key and its secret.');
    // Without identities the server accepts every well-formed signature, as of the AWS CLI with invented credentials.
    const date = amzDate(new Date());
    return {
      'x-amz-date': date,
      authorization: `AWS4-HMAC-SHA256 Credential=console/${date.slice(0, 8)}/${currentRegion()}/dynamodb/aws4_request, `
        + 'SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=' + '0'.repeat(64),
    };
  }
  if (!canSign()) throw new ApiError('CannotSign', 'The browser signs requests only on pages of this machine or over HTTPS.');
  return sign({ headers: { ...headers, host: location.host }, body, region: currentRegion(), service: 'dynamodb', time: new Date(), ...known });
}

/** Runs a function for each element, at most some at a time; the results have the order of the elements. */
export async function inParallel(elements, most, run) {
  const results = new Array(elements.length);
  let next = 0;
  const lane = async () => {
    while (next < elements.length) {
      const at = next++;
      results[at] = await run(elements[at], at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, elements.length) }, lane));
  return results;
}
