'use strict';
// Finds the server: the folder of an installation with bin/gramme.

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

/** The packages with the server, by platform and processor. */
const PACKAGES = {
  'linux-x64': 'gramme-linux-x64',
  'linux-arm64': 'gramme-linux-arm64',
  'darwin-arm64': 'gramme-macos-arm64',
  'win32-x64': 'gramme-windows-x64',
};
const ON_WINDOWS = process.platform === 'win32';
const PROGRAM = ON_WINDOWS ? 'gramme.cmd' : 'gramme';

/**
 * The folder of the installation: that of `home`, else that of GRAMME_HOME, else that of the package for this platform.
 */
function findInstallation(home) {
  const chosen = home ?? process.env.GRAMME_HOME;
  if (chosen) {
    return checked(path.resolve(chosen), home ? 'the option home' : 'GRAMME_HOME');
  }
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name) {
    throw new Error(
      `gramme has no server for ${platform}, only for ${Object.keys(PACKAGES).join(', ')};` +
        ' GRAMME_HOME can name the folder of an installation',
    );
  }
  let folder;
  try {
    folder = path.dirname(require.resolve(`${name}/package.json`));
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') {
      throw error;
    }
    throw new Error(
      `gramme needs the package ${name}, which is not installed: install without --omit=optional, or install ${name}` +
        ' itself, or let GRAMME_HOME name the folder of an installation',
    );
  }
  return checked(path.join(folder, 'server'), name);
}

function checked(folder, origin) {
  if (!fs.existsSync(path.join(folder, 'bin', PROGRAM))) {
    throw new Error(`${origin}: ${folder} has no server of Gramme (bin/${PROGRAM})`);
  }
  return folder;
}

/** Starts the program of an installation, like child_process.spawn. Node.js runs scripts of Windows only in a shell. */
function spawnServer(installation, args, options) {
  const program = path.join(installation, 'bin', PROGRAM);
  return ON_WINDOWS
    ? spawn(`"${program}"`, args.map(arg => `"${arg}"`), { ...options, shell: true, windowsHide: true })
    : spawn(program, args, options);
}

module.exports = { findInstallation, spawnServer };
