// What the page draws. Text from the lab only ever becomes text: no markup is made of it, here or anywhere.

import {cellState, count, duration, machineLoad, progress, span, syncBand, tail, time, word} from './format.js';

/// el('p', {class: 'note'}, 'text', child): attributes by name, children as nodes or text.
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child === undefined || child === null || child === false || child === '') continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/// Replaces what `host` shows and gives the focus back to the element of the same id.
export function show(host, ...children) {
  const focused = host.contains(document.activeElement) ? document.activeElement.id : '';
  host.replaceChildren(...children);
  if (focused) document.getElementById(focused)?.focus({preventScroll: true});
}

const badge = (kind, text) => el('span', {class: `badge ${kind}`}, text);
const empty = (text) => el('p', {class: 'empty'}, text);

function table(caption, head, rows, name) {
  return el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
      el('table', {class: name},
          el('caption', {}, caption),
          el('thead', {}, el('tr', {}, head.map((title) => el('th', {scope: 'col'}, title)))),
          el('tbody', {}, rows)));
}

function facts(pairs) {
  return el('dl', {}, pairs.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

/// Words with commas that break between names only, not at a hyphen within one.
function listed(names) {
  if (names.length === 0) return 'none';
  return names.map((name, at) => [at > 0 && ', ', el('span', {class: 'whole'}, name)]).flat();
}

export function machines(agents, cells) {
  if (agents.length === 0) return [empty('No agent has joined yet. Start one with gb-agent on a machine of this lab.')];
  return agents.map((agent) => {
    const neighbours = agents.filter((other) => other !== agent && agent.hostFingerprint &&
        other.hostFingerprint === agent.hostFingerprint).map((other) => other.name);
    const connected = agent.state === 'STATE_CONNECTED';
    const running = cells.find((cell) => cell.state === 'STATE_RUNNING' && cell.machine === agent.name);
    const waiting = cells.filter((cell) => cell.state === 'STATE_QUEUED' && cell.machine === agent.name);
    const reason = waiting.find((cell) => cell.reason)?.reason;
    const work = agent.runId
      ? [agent.cellText || 'a cell', el('br'), running ? progress(running) : progress(agent)]
      : 'nothing';
    const missing = agent.engines.filter((engine) => engine.unavailableReason);
    return el('article', {class: 'card', 'aria-label': `machine ${agent.name}`},
        el('h3', {}, agent.name, badge(connected ? 'good' : 'bad', connected ? 'connected' : 'silent')),
        el('p', {class: 'host'}, agent.hostSummary || 'unknown host',
            neighbours.length > 0 && `; the same host as ${neighbours.join(', ')}`),
        facts([
          ['class', [agent.machineClass || 'unknown', agent.labels.length ? ` · ${agent.labels.join(', ')}` : '']],
          ['load', machineLoad(agent)],
          ['fsync', syncBand(agent)],
          ['engines', listed(agent.engines.filter((engine) => !engine.unavailableReason)
              .map((engine) => `${engine.name} ${engine.version}`.trim()))],
          ...missing.map((engine) => [`no ${engine.name}`, engine.unavailableReason]),
          ['runs', work],
          ...(waiting.length ? [['waits', [count(waiting.length, 'cell', 'cells'), reason ? `: ${reason}` : '']]] : []),
          ...(connected ? [] : [['last seen', time(agent.lastSeenTime)]]),
        ]));
  });
}

export function matrices(list, chosen, choose) {
  if (list.length === 0) return [empty('No matrix yet. Submit one with gb matrix submit.')];
  return [el('ul', {class: 'matrices'}, list.map((matrix) => {
    const state = word(matrix.state, 'STATE_');
    const unended = matrix.endedCount - matrix.doneCount;
    const kind = {running: 'running', ended: 'good', cancelled: 'waits'}[state] ?? 'waits';
    const remaining = Number(matrix.remainingNanos) > 0 ? `, about ${span(matrix.remainingNanos)} left` : '';
    const selected = matrix.matrixId === chosen;
    return el('li', {class: selected ? 'matrix chosen' : 'matrix'},
        el('div', {class: 'line'},
            el('button', {id: `matrix-${matrix.matrixId}`, type: 'button', 'aria-pressed': String(selected),
                          onclick: () => choose(matrix.matrixId)}, matrix.name || matrix.matrixId),
            badge(kind, state),
            el('span', {class: 'quiet'}, `submitted ${time(matrix.submitTime)}`)),
        el('div', {class: 'line'},
            el('progress', {max: Math.max(matrix.cellCount, 1), value: matrix.endedCount,
                            'aria-label': `cells ended of ${matrix.name}`}),
            el('span', {}, `${matrix.endedCount} of ${matrix.cellCount} cells ended, ${matrix.doneCount} done${remaining}`),
            unended > 0 && badge('bad', `${unended} without a result`),
            matrix.failedQueryCount > 0 && badge('bad', `${count(matrix.failedQueryCount, 'query', 'queries')} answered wrongly`)));
  }))];
}

function cellBox(cell) {
  if (!cell) return el('td', {class: 'none'}, 'not in this matrix');
  const {text, kind} = cellState(cell);
  const detail = cell.state === 'STATE_RUNNING' ? progress(cell) : cell.reason;
  return el('td', {class: `cell ${kind}`},
      badge(kind, text),
      cell.attempts > 1 && el('span', {class: 'quiet'}, `attempt ${cell.attempts}`),
      ['downloaded', 'repaired'].includes(cell.datasetSource) && el('span', {class: 'quiet'}, `dataset ${cell.datasetSource}`),
      detail && el('span', {class: 'detail'}, detail));
}

const mostCells = 2000;

/// One table per workload, scale and round: engines down, machines across.
export function cells(matrix) {
  if (!matrix) return [empty('Choose a matrix to see its cells.')];
  const tables = [...grouped(matrix.cells.slice(0, mostCells)).values()].map((group) => {
    const machines = [...new Set(group.map((cell) => cell.machine))].sort();
    const engines = [...new Set(group.map((cell) => cell.engine))].sort();
    const at = new Map(group.map((cell) => [`${cell.engine}\n${cell.machine}`, cell]));
    return table(groupOf(group[0]), ['engine', ...machines], engines.map((engine) =>
        el('tr', {}, el('th', {scope: 'row'}, engine),
            machines.map((machine) => cellBox(at.get(`${engine}\n${machine}`))))), 'grid');
  });
  const more = matrix.cells.length - mostCells;
  if (more > 0) tables.push(empty(`${count(more, 'cell', 'cells')} more: gb matrix watch ${matrix.matrixId}`));
  return [el('p', {class: 'quiet'}, `Cells of ${matrix.name || matrix.matrixId}`), el('div', {class: 'grids'}, tables)];
}

const groupOf = (cell) => `${cell.workload} · ${cell.scale} · round ${cell.round + 1}`;

function grouped(list) {
  const groups = new Map();
  for (const cell of list) {
    const group = groups.get(groupOf(cell));
    if (group) group.push(cell);
    else groups.set(groupOf(cell), [cell]);
  }
  return groups;
}

function marks(result) {
  return [
    result.superseded && badge('odd', 'superseded, not counted'),
    result.failedCount > 0 && badge('bad', `${count(result.failedCount, 'query', 'queries')} answered wrongly`),
    result.partial && badge('odd', 'partial'),
    !result.superseded && !result.partial && !(result.failedCount > 0) && badge('good', 'complete'),
  ].filter(Boolean);
}

export function results(list, open, figures, toggle) {
  if (list.length === 0) return [empty('No result yet. A cell that is done leaves one.')];
  const rows = list.flatMap((result) => {
    const shown = open.has(result.runId);
    const link = `api/v1/results/${encodeURIComponent(result.runId)}`;
    const what = `${result.engine} on ${result.machine}, ${result.workload} ${result.scale}`;
    const row = el('tr', {class: 'result', 'data-run': result.runId},
        el('th', {scope: 'row', 'data-label': 'engine'}, `${result.engine} ${result.engineVersion}`.trim()),
        el('td', {'data-label': 'workload'}, `${result.workload} · ${result.scale}`),
        el('td', {'data-label': 'machine'}, result.machine),
        el('td', {'data-label': 'started'}, time(result.startTime)),
        el('td', {'data-label': 'state'}, marks(result)),
        el('td', {'data-label': ''},
            el('button', {id: `figures-${result.runId}`, type: 'button', 'aria-expanded': String(shown),
                          'aria-label': `latencies of ${what}`, onclick: () => toggle(result.runId)},
                shown ? 'hide latencies' : 'latencies'),
            el('a', {href: link, 'aria-label': `document of ${what}`}, 'document')));
    if (!shown) return [row];
    return [row, el('tr', {class: 'figures'}, el('td', {colspan: '6'}, figuresOf(figures.get(result.runId))))];
  });
  return [table('Newest results', ['engine', 'workload', 'machine', 'started', 'state', ''], rows, 'results')];
}

/// The latencies of one document, query by query; what was not measured says why.
function figuresOf(figure) {
  if (!figure) return 'reading the document …';
  if (figure.error) return figure.error;
  const lines = figure.verification ?? [];
  if (lines.length === 0) return 'The document has no verified query.';
  const why = (line) => line.reason || figure.gb?.outcomes?.[line.query_id]?.detail ||
      figure.queries?.[line.query_id]?.first_error || '';
  const reasons = lines.some(why);
  const head = ['query', 'answers', 'p50', 'p99', 'samples', ...(reasons ? ['reason'] : [])];
  return table('p50 and p99 of every query', head, lines.map((line) => {
    const stat = figure.queries?.[line.query_id];
    const measured = line.outcome === 'PASS' && stat && stat.count > stat.errors;
    return el('tr', {},
        el('th', {scope: 'row'}, line.query_id),
        el('td', {}, badge({PASS: 'good', FAIL: 'bad'}[line.outcome] ?? 'odd', line.outcome)),
        el('td', {}, measured ? duration(stat.p50) : '–'),
        el('td', {}, measured ? tail(stat) : '–'),
        el('td', {}, stat ? stat.count - stat.errors : '–'),
        reasons && el('td', {class: 'reason'}, why(line)));
  }), 'numbers');
}
