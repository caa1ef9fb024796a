import { afterAll } from 'vitest';
import { DEMO_PASSWORD, seedDemo } from '#db/seed.ts';
import { testServer, type TestServer } from './test-server.ts';

export interface DemoServer {
  server: TestServer;
  /** Somebody of the demo; `get` and `post` answer the data. */
  signedIn(
    email: string,
  ): Promise<{ token: string; get(path: string): Promise<any>; post(path: string, body?: object): Promise<any> }>;
}

/** The server with its demo, for the tests of one file; closed after them. */
export async function demoServer(): Promise<DemoServer> {
  const server = await testServer({ demo: true });
  afterAll(() => server.close());
  await seedDemo(server.world, server.built.features);
  return {
    server,
    async signedIn(email) {
      const { token } = (
        await server.ask<{ token: string }>('PUT', '/admin/saas_plat/user/login', {
          body: { email, password: DEMO_PASSWORD },
        })
      ).data;
      return {
        token,
        get: async (path) => (await server.ask('GET', path, { token })).data,
        post: async (path, body = {}) => (await server.ask('POST', path, { token, body })).data,
      };
    },
  };
}
