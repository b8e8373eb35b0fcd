// Every unit and word the page shows. Numbers arrive computed; here they only become text.
// Protobuf's JSON writes 64-bit integers as strings, so these take either.

const steps = [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]];

/// 154541 -> "154.5 µs"; nothing known -> "–".
export function duration(nanos) {
  const value = Number(nanos);
  if (!(value > 0)) return '–';
  const [unit, size] = steps.find(([, size]) => value >= size) ?? steps.at(-1);
  const scaled = value / size;
  return `${scaled >= 100 || unit === 'ns' ? Math.round(scaled) : scaled.toPrecision(3)} ${unit}`;
}

/// The p99; of fewer samples than one needs, the largest, which says so, as `gb report` does.
export function tail(stat) {
  const samples = stat.count - stat.errors;
  return samples < 299 ? `max of ${samples}: ${duration(stat.max)}` : duration(stat.p99);
}

/// 95 s -> "1 min 35 s": for waiting, where nobody counts milliseconds.
export function span(nanos) {
  const seconds = Math.round(Number(nanos) / 1e9);
  if (seconds < 60) return `${Math.max(seconds, 1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/// "CELL_END_ENGINE_FAILED", "CELL_END_" -> "engine failed".
export function word(enumerator, prefix) {
  return String(enumerator ?? '').replace(prefix, '').replaceAll('_', ' ').toLowerCase();
}

export function time(text) {
  if (!text) return '–';
  const when = new Date(text);
  return Number.isNaN(when.getTime()) ? text : when.toLocaleString(undefined,
      {month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit'});
}

/// "0.42 over a minute, 25 % busy", leaving out what the machine could not say.
export function machineLoad({load1m, busyShare}) {
  const parts = [];
  if (load1m >= 0) parts.push(`${load1m.toFixed(2)} over a minute`);
  if (busyShare >= 0) parts.push(`${Math.round(busyShare * 100)} % busy`);
  return parts.join(', ') || 'not known yet';
}

/// "3.02 ms (2.72 ms to 3.63 ms)": median and band of the durable sync probe, or why there is none.
export function syncBand(agent) {
  if (!(Number(agent.syncMedianNanos) > 0)) return 'not probed yet';
  return `${duration(agent.syncMedianNanos)} (${duration(agent.syncLowNanos)} to ${duration(agent.syncHighNanos)})`;
}

export function clock(date) {
  return date.toLocaleTimeString(undefined, {hour: '2-digit', minute: '2-digit', second: '2-digit'});
}

export function count(number, one, many) {
  return `${Number(number).toLocaleString()} ${Number(number) === 1 ? one : many}`;
}

/// The word and the kind (for the colour) of a cell; the word alone says everything.
export function cellState(cell) {
  if (cell.state === 'STATE_RUNNING') return {text: 'running', kind: 'running'};
  if (cell.state !== 'STATE_ENDED') return {text: 'waits', kind: 'waits'};
  const end = word(cell.end, 'CELL_END_');
  if (end !== 'done') return {text: end, kind: end === 'cancelled' ? 'waits' : 'bad'};
  if (cell.failedCount > 0) return {text: `${cell.failedCount} answered wrongly`, kind: 'bad'};
  return cell.partial ? {text: 'done, partial', kind: 'odd'} : {text: 'done', kind: 'good'};
}

/// "measure, 3 of 9 queries"
export function progress(cell) {
  const phase = word(cell.phase, 'RUN_PHASE_');
  const name = phase && phase !== 'unspecified' ? phase : 'starting';
  if (Number(cell.datasetBytesTotal) > 0) {
    const share = Math.floor(100 * Number(cell.datasetBytesDone) / Number(cell.datasetBytesTotal));
    return `${name}, ${share} % downloaded`;
  }
  return cell.queryCount > 0 ? `${name}, ${cell.queriesDone} of ${cell.queryCount} queries` : name;
}
