"use strict";
// Shows one entry after the other: puts the pieces that the page holds into their cells.
(() => {
  const byId = (id) => document.getElementById(id);
  const { changes, x } = JSON.parse(byId("steps").textContent);
  const pieces = byId("fragments").content.children;
  const cells = [];
  for (const cell of document.querySelectorAll("[data-cell]")) cells[cell.dataset.cell] = cell;
  const states = [];
  let state = new Array(cells.length).fill(0);
  for (const change of changes) {
    state = state.slice();
    for (let i = 0; i < change.length; i += 2) state[change[i]] = change[i + 1];
    states.push(state);
  }
  const last = states.length - 1;
  const slider = byId("slider");
  const rounds = byId("rounds");
  const log = byId("log");
  const marker = document.querySelector(".marker");
  const play = document.querySelector('[data-go="play"]');
  let at = last;
  let shown = states[last];
  let timer = 0;

  function put(cell, number) {
    const copies = [...pieces[number].childNodes].map((node) => document.importNode(node, true));
    cell.replaceChildren(...copies);
    cell.hidden = number === 0;
  }

  function tell(entry) {
    const heading = entry.querySelector(".heading").cloneNode(true);
    const events = entry.querySelector("ul");
    byId("now").replaceChildren(heading, ...(events ? [events.cloneNode(true)] : []));
    slider.setAttribute("aria-valuetext", `entry ${at}: ${heading.textContent.replace(/^\d+/, "")}`);
    log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    entry.setAttribute("aria-current", "step");
    if (log.scrollHeight > log.clientHeight) log.scrollTop = entry.offsetTop - log.clientHeight / 3;
  }

  function show(step) {
    at = Math.max(0, Math.min(last, step));
    const now = states[at];
    const before = states[Math.max(0, at - 1)];
    cells.forEach((cell, index) => {
      if (now[index] !== shown[index]) put(cell, now[index]);
      cell.classList.toggle("changed", now[index] !== before[index]);
    });
    shown = now;
    slider.value = at;
    byId("where").textContent = at;
    marker.setAttribute("transform", `translate(${x[at]})`);
    let round = -1;
    for (const option of rounds.options) if (Number(option.value) <= at) round = option.index;
    rounds.selectedIndex = round;
    tell(byId(`e${at}`));
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
    play.setAttribute("aria-label", "Play");
  }

  function toggle() {
    if (timer) return stop();
    if (at === last) show(0);
    play.setAttribute("aria-pressed", "true");
    play.setAttribute("aria-label", "Pause");
    timer = setInterval(() => (at < last ? show(at + 1) : stop()), 1500);
  }

  const ways = {
    first: () => show(0),
    back: () => show(at - 1),
    on: () => show(at + 1),
    last: () => show(last),
  };

  function go(way) {
    if (way === "play") return toggle();
    stop();
    ways[way]();
  }

  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => go(button.dataset.go));
  }
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  rounds.addEventListener("change", () => {
    stop();
    show(Number(rounds.value));
  });
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    const elsewhere = event.target === slider || event.target === rounds;
    if (!way || elsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(way);
  });
  log.addEventListener("click", (event) => {
    const link = event.target.closest("a.no");
    if (!link) return;
    event.preventDefault();
    stop();
    show(Number(link.hash.slice(2)));
    document.querySelector(".controls").scrollIntoView();
  });

  document.documentElement.classList.add("scripted");
  document.querySelector(".controls").hidden = false;
  const asked = /^#(?:e|entry-)(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : last);
})();
