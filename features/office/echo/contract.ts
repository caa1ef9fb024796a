import { z } from 'zod';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

export const echoApi = {
  echo: endpoint({
    method: 'GET',
    path: '/api/echo',
    access: 'public',
    renewsSession: false,
    handlesFailures: true,
    summary: 'Answers at once, without the database: for the latency of the line.',
    input: nothing,
    data: z.object({ time: WireTime, version: z.string() }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    renewsSession: false,
    handlesFailures: true,
    summary: 'Answers 0 while the database does, within a second; unavailable (503) otherwise.',
    input: nothing,
    data: z.object({ database: z.literal('ok') }),
  }),
  storage: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/storage',
    access: 'signedIn',
    renewsSession: false,
    handlesFailures: true,
    summary: 'Tells owners whether the server, or its database, has no room left to keep anything.',
    input: nothing,
    data: z.object({ full: z.boolean() }),
  }),
};
