// Answers of the server that a test gives itself: recorded, or made up for what is rare.
'use strict';

const { LanguageClient } = require('vscode-languageclient/node');

/**
 * From now on, in this window, requests with these names get these answers: values, or functions of
 * the parameters. The list of what was asked: `[method, parameters]`.
 */
function answer(window, answers) {
  const asked = [];
  const { sendRequest } = LanguageClient.prototype;
  LanguageClient.prototype.sendRequest = async function (method, params, ...rest) {
    if (!(method in answers)) { return sendRequest.call(this, method, params, ...rest); }
    asked.push([method, structuredClone(params)]);
    const made = answers[method];
    return typeof made === 'function' ? made(params) : made;
  };
  window.atEnd.push(() => {
    LanguageClient.prototype.sendRequest = sendRequest;
  });
  return asked;
}

module.exports = { answer };
