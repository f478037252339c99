// Makes one command enough on a machine that has only Node 20 and npm: installs what package-lock.json asks for, then
// runs the named tool on the locked Node 24. Invariant: a tool never runs on an installation that differs from the lock.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isAlive, tryLock } from './process-lock.mjs';

const NODE_MAJOR = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [tool, ...toolArguments] = process.argv.slice(2);

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm writes node_modules/.package-lock.json last, so an interrupted installation has none. */
export function installedMatchesLock(folder) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const installed = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue;
    const found = installed[path];
    if (!found) {
      if (entry.optional || entry.peer) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
    if (!existsSync(join(folder, path))) return false;
  }
  return true;
}

/** The environment for a nested npm: without what the outer npm was told about folders and workspaces. */
function environmentForNpm() {
  const outer =
    /^npm_config_(prefix|local_prefix|global|globalconfig|workspaces?|include_workspace_root|dry_run|omit|only)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
}

function runNpmCi() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  const viaNode = cli?.endsWith('.js') && existsSync(cli);
  // The Node that runs npm must not be the one inside node_modules, which this very command replaces.
  const outerNode = process.env.npm_node_execpath ?? process.execPath;
  const safeNode = outerNode.startsWith(join(root, 'node_modules')) ? 'node' : outerNode;
  const [command, fullArgs] = viaNode ? [safeNode, [cli, ...args]] : ['npm', args];
  const result = spawnSync(command, fullArgs, { cwd: root, env: environmentForNpm(), stdio: ['ignore', 2, 2] });
  return result.status === 0;
}

async function ensureInstalled() {
  if (installedMatchesLock(root)) return;
  const lockPath = join(root, '.cache', 'install.lock');
  let told = false;
  for (;;) {
    const lock = tryLock(lockPath);
    if (lock.release) {
      try {
        if (installedMatchesLock(root)) return;
        process.stderr.write('Installing dependencies (npm ci), once per package-lock.json …\n');
        if (runNpmCi() || runNpmCi()) return;
      } finally {
        lock.release();
      }
      fail('npm ci failed: its own message stands above. It needs the npm registry and a lock file that fits.');
    }
    if (!told) process.stderr.write(`Waiting for the installation that process ${lock.heldBy} is running …\n`);
    told = true;
    await new Promise((wake) => setTimeout(wake, 300));
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Named by its package: npm 10 makes no link in .bin for it. */
const lockedNode = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');

function nodeForTools() {
  const own = Number(process.versions.node.split('.')[0]);
  if (existsSync(lockedNode) && own !== NODE_MAJOR) return lockedNode;
  if (own >= NODE_MAJOR) return process.execPath;
  return fail(
    `This platform has no Node ${NODE_MAJOR} in the lock file: install Node ${NODE_MAJOR} and run the command again.`,
  );
}

/** Programs that tools start by name find the locked Node and what is installed before anything else. */
function pathForTools() {
  const first = [dirname(lockedNode), join(root, 'node_modules', '.bin')];
  const rest = (process.env.PATH ?? '').split(delimiter).filter((folder) => !first.includes(folder));
  return [...first, ...rest].join(delimiter);
}

/** Who started us: npm, and the shell npm runs scripts with. If either vanishes (kill -9), so do we. */
function startersOf(pid) {
  const starters = [pid];
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (/^(ba|da|a|z)?sh$/.test(name) && parent > 1) starters.push(parent);
  } catch {
    // No /proc here: watching the direct parent is all that can be done.
  }
  return starters.filter((starter) => starter > 1);
}

function watchStarters(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const starters = startersOf(process.ppid);
  const watch = setInterval(() => {
    if (starters.every(isAlive)) return;
    clearInterval(watch);
    onGone();
  }, 500);
  watch.unref();
}

function runInChild(node) {
  const child = spawn(node, [join(root, tool), ...toolArguments], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: process.env,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  watchStarters(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
}

async function main() {
  if (!tool) fail('usage: node commands/bootstrap.mjs <tool> [arguments]');
  if (!existsSync(join(root, tool))) fail(`${tool} does not exist in ${root}`);
  await ensureInstalled();
  process.env.INIT_CWD ??= process.cwd();
  process.chdir(root);
  const node = nodeForTools();
  process.env.PATH = pathForTools();
  // Half of what a process of ours takes to start is compiling the same modules again; every process below us inherits this.
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
  if (node !== process.execPath) return runInChild(node);
  process.argv.splice(1, 2, join(root, tool));
  watchStarters(() => process.kill(process.pid, 'SIGTERM'));
  await import(pathToFileURL(join(root, tool)).href);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
