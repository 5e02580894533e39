import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { start } from 'gramme';
import { roundTrip } from './table.js';

const run = promisify(execFile);
const npx = path.resolve('node_modules/.bin/gramme');

/** Resolves when the condition holds; fails after 20 seconds. */
async function eventually(condition) {
  const end = Date.now() + 20_000;
  while (!condition()) {
    assert.ok(Date.now() < end, 'the condition did not become true within 20 s');
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

function runs(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    assert.equal(error.code, 'ESRCH');
    return false;
  }
}

test('a server answers the SDK, and stops', async () => {
  const server = await start();
  Object.assign(process.env, server.env);
  assert.equal((await roundTrip('started')).name.S, 'started');
  assert.match(server.output(), /in memory/);
  await server.stop();
  await server.stop();
  await eventually(() => !runs(server.pid));
  await assert.rejects(fetch(server.endpoint));
});

test('two servers have different ports and data', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  assert.notEqual(one.port, other.port);
  await Promise.all([one.stop(), other.stop()]);
});

test('the AOT cache is valid after npm has installed the files', async () => {
  // With this mode, a JVM that cannot use its cache does not start.
  const server = await start({ env: { GRAMME_JAVA_OPTS: '-XX:AOTMode=on' } });
  await server.stop();
});

test('a wrong option is reported with the server\'s message', async () => {
  await assert.rejects(start({ options: ['--no-such-option'] }), /status 2.*no-such-option/s);
});

test('a port in use is reported', async () => {
  const server = await start();
  await assert.rejects(start({ port: server.port }), new RegExp(`did not start.*${server.port}`, 's'));
  await server.stop();
});

test('a folder without a server is reported', async () => {
  await assert.rejects(start({ home: '.' }), /the option home: .* has no server of Gramme/);
});

test('a start that takes too long ends the server', async () => {
  await assert.rejects(start({ startTimeoutMillis: 1 }), /did not start within 1 ms/);
});

test('a server ends when the program that started it is killed', async () => {
  const program = `require('gramme').start().then(server => { console.log(server.pid); setInterval(() => {}, 1000); })`;
  const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(parent.stdout), 'line');
  const pid = Number(line);
  assert.ok(runs(pid));
  parent.kill('SIGKILL');
  await eventually(() => !runs(pid));
});

test('a program that does not stop its server ends nevertheless', async () => {
  const program = `require('gramme').start().then(server => console.log(server.pid))`;
  const { stdout } = await run(process.execPath, ['-e', program]);
  await eventually(() => !runs(Number(stdout)));
});

test('npx gramme runs commands and a server, which ends with it', async () => {
  const { version } = createRequire(import.meta.url)('gramme/package.json');
  assert.ok((await run(npx, ['version'])).stdout.startsWith(`Gramme ${version}, Java 25`));
  await assert.rejects(run(npx, ['nonsense']), error => error.code === 2 && /unknown command/.test(error.stderr));
  for (const signal of ['SIGKILL', 'SIGTERM']) {
    const command = spawn(process.execPath, [npx, '--port', '0', '--in-memory'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(command.stdout), 'line');
    const endpoint = line.replace(/.* at /, '');
    assert.ok((await fetch(`${endpoint}/health`)).ok);
    command.kill(signal);
    const [code] = await once(command, 'exit');
    assert.equal(code, signal === 'SIGTERM' ? 0 : null);
    await eventually(() => !existsSync(`/proc/${command.pid}`));
    const end = Date.now() + 20_000;
    while (await fetch(`${endpoint}/health`).then(() => true, () => false)) {
      assert.ok(Date.now() < end, 'the server still runs');
    }
  }
});
