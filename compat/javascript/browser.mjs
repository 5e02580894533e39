// A headless Chromium for a test, driven by ChromeDriver through the WebDriver protocol. CHROME_BIN and CHROMEDRIVER name
// other programs than Debian's.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const PATIENCE_MILLIS = 30_000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

function program(variable, ...places) {
  const found = [process.env[variable], ...places].find(place => place && existsSync(place));
  if (!found) {
    throw new Error(`${places[0]} is missing; install Debian's packages chromium-headless-shell and chromium-driver, or set ${variable}`);
  }
  return found;
}

async function startDriver() {
  const driver = spawn(program('CHROMEDRIVER', '/usr/bin/chromedriver'), ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: driver.stdout })) {
    const [, port] = line.match(/started successfully on port (\d+)/) ?? [];
    if (port) {
      return { driver, address: `http://127.0.0.1:${port}` };
    }
  }
  throw new Error('ChromeDriver did not start');
}

// Starts a browser. Elements are found by a CSS selector or by a text; each method waits for its element.
export async function startBrowser() {
  const binary = program('CHROME_BIN', '/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome');
  const { driver, address } = await startDriver();
  const send = async (method, path, body) => {
    const answer = await fetch(address + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) {
      throw new Error(`${value.error}: ${value.message}`);
    }
    return value;
  };
  // No sandbox, since containers run as root; no connections to the vendor's servers.
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--no-first-run', '--no-proxy-server'];
  let session;
  try {
    const { sessionId } = await send('POST', '/session', {
      capabilities: { alwaysMatch: { 'goog:chromeOptions': { binary, args }, timeouts: { implicit: PATIENCE_MILLIS } } },
    });
    session = `/session/${sessionId}`;
  } catch (failure) {
    driver.kill();
    throw failure;
  }
  const find = async (using, value) => (await send('POST', `${session}/element`, { using, value }))[ELEMENT];
  return {
    open: url => send('POST', `${session}/url`, { url }),
    click: async link => send('POST', `${session}/element/${await find('link text', link)}/click`, {}),
    // Waits until the text of an element matches, and returns the text.
    async text(selector, pattern) {
      const end = Date.now() + PATIENCE_MILLIS;
      for (;;) {
        const text = await send('GET', `${session}/element/${await find('css selector', selector)}/text`);
        if (pattern.test(text) || Date.now() > end) {
          return text;
        }
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    },
    url: () => send('GET', `${session}/url`),
    async close() {
      await send('DELETE', session);
      driver.kill();
    },
  };
}
