// Vitest: test: { globalSetup: 'gramme/vitest' }
import { startShared, stopShared } from './index.js';

export async function setup(project) {
  const server = await startShared();
  project?.provide?.('gramme', { endpoint: server.endpoint });
}

export const teardown = stopShared;
