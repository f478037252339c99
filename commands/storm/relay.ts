// A fixed address before the database: PostgreSQL comes back on another port after each kill, and whoever uses it keeps
// the address it was given. It only passes bytes on; when the database is gone its connections break, as they would.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  leadTo(port: number): void;
  stop(): void;
}

export async function startRelay(target: number): Promise<Relay> {
  let towards = target;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(towards, '127.0.0.1');
    keep(near, () => far);
    keep(far, () => near);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => {
      towards = port;
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
