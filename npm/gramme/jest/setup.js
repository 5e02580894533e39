'use strict';

const { startShared } = require('../index.js');

/** Options of the server are in the configuration: globals.gramme has the options of start(). */
module.exports = async (globalConfig, projectConfig) => {
  await startShared(projectConfig?.globals?.gramme ?? globalConfig?.globals?.gramme);
};
