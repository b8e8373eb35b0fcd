// Follows a lab: fetches what it shows, again whenever the event stream says that something changed.

import {clock} from './format.js';
import * as view from './view.js';

const state = {agents: [], matrices: [], matrix: null, results: [], chosen: '', open: new Set(), figures: new Map()};
const at = (id) => document.getElementById(id);
const drawn = new Map();

/// Draws a part when what it shows is not what it showed, so that reading and selecting are left alone.
function draw(id, facts, nodes) {
  const text = JSON.stringify(facts);
  if (drawn.get(id) === text) return;
  drawn.set(id, text);
  view.show(at(id), ...nodes());
}

function render() {
  const cells = state.matrix?.cells ?? [];
  draw('machines', [state.agents, cells], () => view.machines(state.agents, cells));
  draw('matrices', [state.matrices, state.chosen], () => view.matrices(state.matrices, state.chosen, choose));
  draw('cells', state.matrix, () => view.cells(state.matrix));
  draw('results', [state.results, [...state.open], [...state.figures]],
       () => view.results(state.results, state.open, state.figures, toggle));
}

async function get(path) {
  const response = await fetch(`api/v1/${path}`, {headers: {accept: 'application/json'}});
  const body = await response.json();
  if (!response.ok) throw new Error(body.detail ?? `${path}: ${response.status}`);
  return body;
}

function say(problem) {
  at('problem').hidden = !problem;
  at('problem').textContent = problem;
}

async function refresh() {
  try {
    const [agents, matrices, results] = await Promise.all(
        [get('agents'), get('matrices?page_size=20'), get('results?page_size=50&include_superseded=true')]);
    state.agents = agents.agents;
    state.matrices = matrices.matrices;
    state.results = results.results;
    const wanted = location.hash.slice(1) || state.matrices[0]?.matrixId || '';
    state.chosen = wanted;
    state.matrix = wanted ? await get(`matrices/${encodeURIComponent(wanted)}`) : null;
    live.told = new Date();
    say('');
  } catch (error) {
    // While the stream is down its own sign says so; a lab that answers with a problem says which.
    if (live.state === 'live') say(`The lab did not answer: ${error.message}`);
  }
  render();
}

// One refresh at a time, at most two a second; changes meanwhile ask for one more.
const refresher = {busy: false, again: false};
async function changed() {
  refresher.again = true;
  if (refresher.busy) return;
  refresher.busy = true;
  while (refresher.again) {
    refresher.again = false;
    await refresh();
    await new Promise((done) => setTimeout(done, 500));
  }
  refresher.busy = false;
}

function choose(id) {
  history.replaceState(null, '', `#${id}`);
  state.chosen = id;
  render();
  changed();
}

async function toggle(run) {
  if (state.open.delete(run)) return render();
  state.open.add(run);
  render();
  if (state.figures.has(run)) return;
  try {
    const {verification, queries, gb} = await get(`results/${encodeURIComponent(run)}`);
    state.figures.set(run, {verification, queries, gb: {outcomes: gb?.outcomes}});
  } catch (error) {
    state.figures.set(run, {error: `The document could not be read: ${error.message}`});
  }
  render();
}

// A page that nobody looks at gives its connection back: a browser has few for one host, a lab few streams.
const live = {state: 'waiting', source: null, retry: 0, told: null};

function announce(name, text) {
  if (live.state === name) return;
  live.state = name;
  at('live').dataset.state = name;
  at('live').textContent = text;
  at('main').classList.toggle('stale', name !== 'live');
}

function disconnect() {
  clearTimeout(live.retry);
  live.source?.close();
  live.source = null;
}

function connect() {
  disconnect();
  const source = new EventSource('api/v1/events');
  live.source = source;
  source.addEventListener('open', () => announce('live', 'live'));
  source.addEventListener('change', () => {
    announce('live', 'live');
    changed();
  });
  source.addEventListener('error', () => {
    announce('reconnecting', live.told ? `reconnecting … shown as of ${clock(live.told)}` : 'reconnecting …');
    // The browser retries a broken stream by itself, but not one that was refused.
    if (source.readyState === EventSource.CLOSED) {
      disconnect();
      live.retry = setTimeout(connect, 2000);
    }
  });
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    disconnect();
    announce('paused', 'paused');
  } else {
    connect();
  }
});
addEventListener('hashchange', changed);
render();
connect();
