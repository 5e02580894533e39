'use strict';
// Jest: { "preset": "gramme" }
module.exports = {
  globalSetup: require.resolve('./jest/setup.js'),
  globalTeardown: require.resolve('./jest/teardown.js'),
  testEnvironment: 'node',
};
