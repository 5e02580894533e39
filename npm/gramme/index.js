'use strict';

const { findInstallation, spawnServer } = require('./lib/installation.js');

const START_TIMEOUT_MILLIS = 60_000;
const STOP_TIMEOUT_MILLIS = 30_000;
const HEALTH_INTERVAL_MILLIS = 20;
/** How much of the server's output is kept for error messages, in characters. */
const MAX_OUTPUT = 16_384;

/** Whether options of the server or its environment say where the data is; otherwise a server for tests keeps it in memory. */
function namesStore(options, environment) {
  return (
    options.some(option => /^--(data|in-memory|store|config)(=|$)/.test(option)) ||
    ['GRAMME_DATA', 'GRAMME_IN_MEMORY', 'GRAMME_STORE', 'GRAMME_CONFIG'].some(name => name in environment)
  );
}

/** Starts a server and resolves when it is healthy; index.d.ts describes the options and the result. */
async function start({ port = 0, options = [], env = {}, home, log, startTimeoutMillis = START_TIMEOUT_MILLIS } = {}) {
  const installation = findInstallation(home);
  const environment = { ...process.env, ...env };
  const args = ['serve', '--port', String(port), '--stop-with-input', ...options];
  if (!namesStore(options, environment)) {
    args.push('--in-memory');
  }
  const server = spawnServer(installation, args, {
    env: environment,
    // The server stops when its input ends, which happens when this process ends in any way.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const watch = watchOutput(server, log);
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), startTimeoutMillis);
  try {
    const endpoint = await Promise.race([watch.endpoint, watch.ended, aborted(timer.signal)]);
    await Promise.race([healthy(endpoint, timer.signal), watch.ended]);
    for (const stream of [server, server.stdin, server.stdout, server.stderr]) {
      stream.unref();
    }
    return handle(server, watch, endpoint);
  } catch (error) {
    server.kill('SIGKILL');
    if (timer.signal.aborted) {
      throw new Error(`gramme did not start within ${startTimeoutMillis} ms: ${watch.output()}`);
    }
    throw error;
  } finally {
    clearTimeout(timeout);
  }
}

/** Reads the output: its first line has the endpoint. */
function watchOutput(server, log) {
  let output = '';
  let found = false;
  const result = { output: () => output.trim() };
  result.exited = new Promise(resolve => {
    server.once('close', (code, signal) => resolve({ code, signal }));
    server.once('error', () => resolve({ code: null, signal: null }));
  });
  result.endpoint = new Promise(resolve => {
    const read = chunk => {
      log?.(chunk);
      output = (output + chunk).slice(-MAX_OUTPUT);
      const line = found ? null : /^Gramme .* at (https?:\/\/\S+)\r?\n/m.exec(output);
      if (line) {
        found = true;
        resolve(line[1]);
      }
    };
    server.stdout.setEncoding('utf8').on('data', read);
    server.stderr.setEncoding('utf8').on('data', read);
  });
  result.ended = new Promise((_, reject) => {
    server.once('error', error => reject(new Error(`gramme could not be started: ${error.message}`)));
    server.once('close', code => reject(new Error(`gramme did not start (status ${code}): ${output.trim()}`)));
  });
  // After the start, the end of the server is no error of this promise.
  result.ended.catch(() => {});
  // Writing to a server that has ended fails; its end is reported by "close".
  server.stdin.on('error', () => {});
  return result;
}

function aborted(signal) {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too late')), { once: true });
  });
}

/** Resolves when the server reports that it is healthy. A certificate that Node.js does not trust counts as an answer. */
async function healthy(endpoint, signal) {
  if (endpoint.startsWith('https:')) {
    return; // The line with the endpoint is printed when the server answers.
  }
  for (;;) {
    try {
      const answer = await fetch(`${endpoint}/health`, { signal });
      await answer.arrayBuffer();
      if (answer.ok) {
        return;
      }
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
    }
    await new Promise(resolve => setTimeout(resolve, HEALTH_INTERVAL_MILLIS));
  }
}

function handle(server, watch, endpoint) {
  let stopping;
  const stop = async () => {
    server.ref();
    server.stdin.end();
    const timeout = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MILLIS);
    const { code, signal } = await watch.exited;
    clearTimeout(timeout);
    if (code !== 0) {
      throw new Error(`gramme stopped with ${signal ?? `status ${code}`}: ${watch.output()}`);
    }
  };
  const running = {
    endpoint,
    port: Number(new URL(endpoint).port),
    pid: server.pid,
    env: {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
    output: watch.output,
    stop: () => (stopping ??= stop()),
  };
  running[Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')] = running.stop;
  return running;
}

/** The server that test runners start once for all test files. */
let shared;

/** Starts one server and sets the variables with which the AWS SDKs find it, in this process and those that it starts. */
async function startShared(options) {
  shared ??= await start(options);
  const { AWS_REGION: region, ...rest } = shared.env;
  Object.assign(process.env, rest);
  // Tests may choose their region; the server has all of them.
  process.env.AWS_REGION ??= region;
  // Otherwise a session token or a profile of the user would be used beside the access key.
  delete process.env.AWS_SESSION_TOKEN;
  delete process.env.AWS_PROFILE;
  return shared;
}

async function stopShared() {
  const server = shared;
  shared = undefined;
  await server?.stop();
}

exports.start = start;
exports.startShared = startShared;
exports.stopShared = stopShared;
