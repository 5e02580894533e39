#!/usr/bin/env node
'use strict';
// Runs the server or one of its commands: npx gramme [serve] [options], npx gramme help.

const { findInstallation, spawnServer } = require('../lib/installation.js');

const args = process.argv.slice(2);
const serves = args.length === 0 || args[0] === 'serve' || args[0].startsWith('-');

let home;
try {
  home = findInstallation();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// A server gets a pipe that ends with this process, even if it is killed. Other commands may read the real input.
const server = spawnServer(home, args, {
  env: serves ? { GRAMME_STOP_WITH_INPUT: 'true', ...process.env } : process.env,
  stdio: [serves ? 'pipe' : 'inherit', 'inherit', 'inherit'],
});
server.stdin?.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}
server.on('error', error => {
  console.error(`gramme could not be started: ${error.message}`);
  process.exit(1);
});
server.on('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
