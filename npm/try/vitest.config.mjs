import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globalSetup: 'gramme/vitest', include: ['**/*.vitest.mjs'] } });
