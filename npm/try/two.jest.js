const { roundTrip } = require('./table.js');

test('a test file finds the server (two)', async () => {
  expect(await roundTrip('jest-two')).toEqual({ id: { S: '1' }, name: { S: 'jest-two' } });
});
