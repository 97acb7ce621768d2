// Search as you type, keys of review, and pictures of quotes. Every page works without this script.
"use strict";
(() => {
  document.documentElement.classList.add("with-script");
  // The start of every path of the site; the script is at asset/DIGEST/room.js below it.
  const root = new URL("../../", document.currentScript.src).pathname;

  // Search as you type: requests only the results; an older answer never replaces a newer one.
  const search = document.querySelector("[data-part=results]");
  const results = document.getElementById("results");
  if (search && results) {
    let last = 0;
    let timer = 0;
    const ask = async () => {
      const number = ++last;
      const query = new URLSearchParams({ q: search.value });
      history.replaceState(null, "", root + "search?" + query);
      const answer = await fetch(root + "search?" + query + "&part=yes").catch(() => null);
      if (!answer || !answer.ok || number !== last) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (number === last) results.replaceChildren(...page.body.childNodes);
    };
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 120);
    });
  }

  // Keys: `data-key` contains the names of the keys of an element.
  const isTyping = (place) => place && place.closest("input:not([type=checkbox]), select, textarea");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const name = event.key === " " ? "Space" : event.key;
    // The browser itself presses a button or link that has the focus.
    if (["Space", "Enter"].includes(name) && event.target.closest("button, a, summary, label")) return;
    const place = [...document.querySelectorAll("[data-key]")]
      .find((one) => one.dataset.key.split(" ").includes(name));
    if (!place) return;
    event.preventDefault();
    if (place.tagName === "INPUT") place.focus();
    else if (!event.repeat) place.click();
  });

  // Submits a POST form only once, until the page is shown again.
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.sent) return event.preventDefault();
    if (event.target.method === "post") event.target.dataset.sent = "yes";
  });
  addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sent;
  });

  // Review: the next card replaces the last one, without loading the whole page.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const button = event.submitter;
    if (event.defaultPrevented || !button || !form.matches("form.review")) return;
    event.preventDefault();
    const values = new FormData(form);
    values.append(button.name, button.value);
    const next = await answered(form.action, new URLSearchParams(values)).catch(() => null);
    if (next) {
      document.title = next.title;
      document.getElementById("main").replaceWith(next.main);
      (next.main.querySelector(".card") || next.main).focus();
    } else {
      // Now the browser submits the form itself, and shows errors. The server performs each step
      // only once.
      const value = document.createElement("input");
      Object.assign(value, { type: "hidden", name: button.name, value: button.value });
      form.append(value);
      form.submit();
    }
  });

  // Returns the main part and title of the page after a form; null after an error response, if the
  // page has another address, or without a main part.
  const answered = async (address, values) => {
    const answer = await fetch(address + "?part=yes", { method: "POST", body: values });
    if (!answer.ok || new URL(answer.url).pathname !== location.pathname) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = page.getElementById("main");
    return main && { title: page.title, main };
  };

  // A quote as PNG: the browser draws our own SVG on a canvas.
  const button = document.querySelector("[data-part=png]");
  const picture = document.getElementById("picture");
  if (button && picture) {
    button.addEventListener("click", async () => {
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = picture.width * 2;
      canvas.height = picture.height * 2;
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(blob);
        link.download = "quote.png";
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      }, "image/png");
    });
  }

  // Reloads a page whose lists or links were still being read.
  if (document.querySelector("[data-part=again]")) setTimeout(() => location.reload(), 1500);

  // Requests an answer every 4 minutes while the page is visible, because the server stops when it
  // is idle.
  setInterval(() => {
    if (document.visibilityState === "visible") fetch(root + "ping").catch(() => {});
  }, 240000);
})();
