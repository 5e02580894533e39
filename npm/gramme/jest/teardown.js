'use strict';

const { stopShared } = require('../index.js');

module.exports = stopShared;
