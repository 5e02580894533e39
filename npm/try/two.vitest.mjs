import { expect, test } from 'vitest';
import { roundTrip } from './table.js';

test('a test file finds the server (two)', async () => {
  expect(await roundTrip('vitest-two')).toEqual({ id: { S: '1' }, name: { S: 'vitest-two' } });
});
