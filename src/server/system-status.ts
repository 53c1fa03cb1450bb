import { readFileSync } from 'node:fs';
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os';

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 102.4) / 10;
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** What the machine and this process use. Percentages of the processor are averages: a minute, the uptime. */
export function systemStatus() {
  const [lastMinute = 0] = loadavg();
  const used = totalmem() - freemem();
  const { user, system } = process.cpuUsage();
  const uptime = process.uptime();
  const { threads, virtualBytes } = fromProc();
  return {
    system: {
      cpu_percent: tenths(Math.min(100, (100 * lastMinute) / availableParallelism())),
      memory_percent: tenths((100 * used) / totalmem()),
      total_memory_mb: megabytes(totalmem()),
      used_memory_mb: megabytes(used),
      available_memory_mb: megabytes(freemem()),
    },
    process: {
      pid: process.pid,
      cpu_percent: tenths((user + system) / 10_000 / uptime),
      memory_rss_mb: megabytes(process.memoryUsage.rss()),
      memory_vms_mb: megabytes(virtualBytes),
      num_threads: threads,
      start_time: new Date(Date.now() - uptime * 1000).toISOString(),
      uptime_seconds: Math.round(uptime),
    },
  };
}

/** Known on Linux only; elsewhere what Node itself can tell. */
function fromProc(): { readonly threads: number; readonly virtualBytes: number } {
  try {
    const text = readFileSync('/proc/self/status', 'utf8');
    const field = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { threads: Math.max(1, field('Threads')), virtualBytes: field('VmSize') * 1024 };
  } catch {
    return { threads: 1, virtualBytes: process.memoryUsage.rss() };
  }
}
