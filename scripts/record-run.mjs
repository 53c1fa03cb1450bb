// Records the live view of `noetl run` as an animated SVG, from what the built command really writes to a
// terminal: docs/images/live-run.svg. Needs python3 (for a terminal) and a build.
//
//   node scripts/record-run.mjs [STILL.svg SECOND]   also writes one frame, which any viewer shows
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const COLUMNS = 96;
const ROWS = 18;
const FRAME_MS = 160;
const CELL = { width: 8.4, height: 18 };
const COLOURS = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341' };

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'noetl-record-'));
const frames = await record(await loadTerminal());
rmSync(folder, { recursive: true, force: true });
writeFileSync('docs/images/live-run.svg', animation(frames));
const [still, second = '2'] = process.argv.slice(2);
if (still)
  writeFileSync(still, picture(drawn(frames.findLast(({ at }) => at <= Number(second) * 1000) ?? frames[0])));
console.log(`${frames.length} frames, ${(frames.at(-1).at / 1000).toFixed(1)} s`);

/** The terminal of the tests, which is TypeScript. */
async function loadTerminal() {
  const file = join(folder, 'terminal.mjs');
  const bundle = await rolldown({ input: 'test/support/virtual-terminal.ts', platform: 'node' });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return (await import(pathToFileURL(file).href)).VirtualTerminal;
}

/** What the screen shows every few moments, from the first line on. */
async function record(VirtualTerminal) {
  const terminal = new VirtualTerminal(COLUMNS, ROWS);
  const command = [
    process.execPath,
    'dist/cli.js',
    'run',
    'scripts/record-run/sync_orders.yaml',
    '--data-dir',
    folder,
  ];
  const env = { ...process.env, TERM: 'xterm-256color' };
  for (const name of ['CI', 'NO_COLOR', 'FORCE_COLOR']) delete env[name];
  const child = spawn('python3', ['test/support/pty-host.py', `${COLUMNS}`, `${ROWS}`, ...command], { env });
  const frames = [];
  let begun;
  const look = () => {
    if (terminal.screen.length === 0) return;
    begun ??= Date.now();
    frames.push({ at: Date.now() - begun, lines: terminal.styledScreen.map(cells => [...cells]) });
  };
  terminal.write('\u001b[2m$\u001b[22m noetl run sync_orders.yaml\r\n');
  child.stdout.setEncoding('utf8').on('data', text => terminal.write(text));
  const timer = setInterval(look, FRAME_MS);
  await new Promise((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', reject);
  });
  clearInterval(timer);
  look();
  return withoutWaiting(frames);
}

/** Starting is not what is shown: time begins shortly before the first picture. */
function withoutWaiting(frames) {
  const first = Math.max(0, frames.findIndex(({ lines }) => (lines[1]?.length ?? 0) > 0) - 3);
  const kept = frames.slice(first);
  const changed = kept.filter(({ lines }, index) => index === 0 || !isSame(lines, kept[index - 1].lines));
  return changed.map(({ at, lines }) => ({ at: at - kept[0].at, lines }));
}

function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Each frame is visible until the next; the last stays for a while, then it begins again. */
function animation(frames) {
  const length = frames.at(-1).at + 4000;
  const groups = frames.map((frame, index) => {
    const percent = at => `${((at / length) * 100).toFixed(2)}%`;
    const hide =
      index === frames.length - 1 ? '' : ` ${percent(frames[index + 1].at)} { visibility: hidden }`;
    const keys = `@keyframes f${index} { 0% { visibility: hidden } ${percent(frame.at)} { visibility: visible }${hide} }`;
    const style = `<style>${keys} #f${index} { visibility: ${hide === '' ? 'visible' : 'hidden'}; animation: f${index} ${length}ms step-end infinite }</style>`;
    return `${style}<g id="f${index}">${drawn(frame)}</g>`;
  });
  return picture(groups.join('\n'));
}

function picture(inside) {
  const width = Math.ceil(COLUMNS * CELL.width + 32);
  const height = ROWS * CELL.height + 32;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A run as a live tree: steps with their state, a progress bar for a loop, a countdown to a retry, a sub-playbook, the newest log lines">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3" xml:space="preserve">
${inside}
</g></svg>
`;
}

function drawn({ lines }) {
  return lines
    .map((cells, row) =>
      stretches(cells)
        .map(each => textOf(each, row))
        .join(''),
    )
    .join('');
}

/** Neighbours of one style are one text, placed by its first cell, so that no font can shift it far. */
function stretches(cells) {
  const found = [];
  cells.forEach(({ text, style }, column) => {
    // The second cell of a wide character.
    if (text === '') return;
    const last = found.at(-1);
    if (last && last.style === style && !/[^\x20-\x7e]/.test(text + last.text)) last.text += text;
    else found.push({ column, style, text });
  });
  return found.filter(({ text }) => text.trim() !== '');
}

function textOf({ column, style, text }, row) {
  const codes = style.split(';');
  const colour = codes.map(code => COLOURS[code]).find(Boolean);
  const attributes = [
    colour ? ` fill="${colour}"` : codes.includes('2') ? ' fill="#8b949e"' : '',
    codes.includes('1') ? ' font-weight="bold"' : '',
  ].join('');
  const x = (16 + column * CELL.width).toFixed(1);
  return `<text x="${x}" y="${16 + row * CELL.height + 13}"${attributes}>${escaped(text)}</text>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
