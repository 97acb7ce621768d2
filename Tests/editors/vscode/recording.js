// Answers of the server that a test gives itself: recorded, or made up for what is rare.
'use strict';

const path = require('path');
const { LanguageClient } = require('vscode-languageclient/node');
const { extensionFolder } = require('./window');

/**
 * From now on, in this window, requests with these names get these answers: values, or functions of
 * the parameters. The list of what was asked: `[method, parameters]`.
 */
function answer(window, answers) {
  const asked = [];
  const { Connection } = require(path.join(extensionFolder, 'out', 'connection.js'));
  const { sendRequest } = LanguageClient.prototype;
  const { offers } = Connection.prototype;
  LanguageClient.prototype.sendRequest = async function (method, params, ...rest) {
    if (!(method in answers)) { return sendRequest.call(this, method, params, ...rest); }
    asked.push([method, structuredClone(params)]);
    const made = answers[method];
    return typeof made === 'function' ? made(params) : made;
  };
  Connection.prototype.offers = function (method) {
    return method in answers || offers.call(this, method);
  };
  window.atEnd.push(() => {
    LanguageClient.prototype.sendRequest = sendRequest;
    Connection.prototype.offers = offers;
  });
  return asked;
}

module.exports = { answer };
