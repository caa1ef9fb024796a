import { totalmem } from 'node:os';

const MB = 1_048_576;
/** What this process may have: a container may have less than its machine. */
const memoryMb = Math.min(totalmem(), process.constrainedMemory() || Infinity) / MB;

/**
 * A small server's PostgreSQL: loopback only, everything durable (fsync stays on). The log turns over weekly
 * and names neither statements nor values, because those hold customers' numbers.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // An eighth of the memory, taken as it is needed: pages of a million customers that lie here are not fetched from the system.
  shared_buffers: `${Math.round(Math.min(2_048, Math.max(128, memoryMb / 8)))}MB`,
  effective_cache_size: `${Math.round(Math.max(512, memoryMb / 2))}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** The command line of one PostgreSQL server. */
export function serverArguments(server: {
  data: string;
  logs: string;
  port: number;
  settings: Record<string, string>;
}): string[] {
  const settings = { ...SETTINGS, ...server.settings, log_directory: server.logs };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', server.data, '-p', String(server.port), ...flags];
}
