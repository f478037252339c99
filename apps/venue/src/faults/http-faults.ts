// The faults of the HTTP door, on every wire: drawn when a request arrives, in the order in which it meets them. What
// strikes afterwards (a lost reply, a late one) strikes a request that has done its work.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindOfCall, type Wire, wireOf } from './calls.ts';
import type { FaultPlan, Occasion } from './fault-plan.ts';
import type { CallKind, FaultOf } from './fault-set.ts';
import { type FaultWord, wordsOf } from './words.ts';

export interface HttpFaultDeps {
  readonly plan: FaultPlan;
  readonly factsOf: (wire: Wire, request: FastifyRequest) => Required<Omit<Occasion, 'call'>>;
  readonly wallNow: () => number;
}

/** What is still to strike a request after its work. */
interface Pending {
  readonly wire: Wire;
  readonly empty: boolean;
  readonly slow: FaultOf<'slow_reply'> | null;
  readonly gateway: FaultOf<'gateway_error'> | null;
  readonly lost: boolean;
}

export class HttpFaults {
  readonly #deps: HttpFaultDeps;
  readonly #pending = new WeakMap<FastifyRequest, Pending>();
  /** Wall time at which the ban of a fault's victims ends, by fault and whom it struck. */
  readonly #bans = new Map<string, { status: 429 | 418; untilMs: number; calls: readonly CallKind[] | undefined }>();
  #askedWhileBanned = 0;

  constructor(deps: HttpFaultDeps) {
    this.#deps = deps;
  }

  /** Requests that came while their sender was told to stay away. */
  get askedWhileBanned(): number {
    return this.#askedWhileBanned;
  }

  /** All that a former set of faults left standing goes. */
  clear(): void {
    this.#bans.clear();
    this.#askedWhileBanned = 0;
  }

  attach(door: FastifyInstance): void {
    door.addHook('preHandler', (request, reply) => this.#arrive(request, reply));
    door.addHook('preSerialization', async (request, _reply, payload) =>
      this.#pending.get(request)?.empty === true ? emptied(payload) : payload,
    );
    door.addHook('onSend', (request, reply, payload) => this.#leave(request, reply, payload));
  }

  async #arrive(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = request.routeOptions.url ?? '';
    const call = kindOfCall(request.method, path, (request.query ?? {}) as Record<string, unknown>);
    if (call === null) return;
    const wire = wireOf(path);
    const occasion = { call, ...this.#deps.factsOf(wire, request) };
    const refusal = this.#refusal(occasion);
    if (refusal !== null) return say(reply, wire, refusal.word, refusal.seconds);
    const { plan } = this.#deps;
    if (plan.draw('lose_request', occasion) !== null) return hangUp(request, reply);
    const before = plan.draw('gateway_error', occasion, ({ when }) => when === 'before');
    if (before !== null) return sayGateway(reply, wire, before);
    this.#pending.set(request, {
      wire,
      empty: plan.draw('empty_answer', occasion) !== null,
      slow: plan.draw('slow_reply', occasion),
      gateway: plan.draw('gateway_error', occasion, ({ when }) => when === 'after'),
      lost: plan.draw('lose_reply', occasion) !== null,
    });
    const late = plan.draw('slow_request', occasion);
    if (late !== null) await sleep(late.ms, undefined, { ref: false });
    return;
  }

  #refusal(occasion: Occasion & { readonly call: CallKind }): { word: FaultWord; seconds?: number } | null {
    const { plan } = this.#deps;
    const hasAccount = occasion.account !== null;
    if (plan.standing('maintenance', occasion) !== null) return { word: 'maintenance' };
    const ban = this.#ban(occasion);
    if (ban !== null) return ban;
    if (hasAccount && plan.standing('key_revoked', occasion) !== null) return { word: 'key_revoked' };
    if (hasAccount && plan.standing('ip_changed', occasion) !== null) return { word: 'ip_changed' };
    return null;
  }

  #ban(occasion: Occasion & { readonly call: CallKind }): { word: FaultWord; seconds: number } | null {
    const nowMs = this.#deps.wallNow();
    for (const [key, { status, untilMs, calls }] of this.#bans) {
      if (untilMs <= nowMs) this.#bans.delete(key);
      else if (isHit(key, occasion) && (calls === undefined || calls.includes(occasion.call))) {
        this.#askedWhileBanned++;
        return told(status, Math.ceil((untilMs - nowMs) / 1000));
      }
    }
    const fault = this.#deps.plan.draw('rate_ban', occasion);
    if (fault === null) return null;
    const { id, status, seconds, calls, accounts } = fault;
    // A ban that names accounts strikes that account, another one the address: here everybody.
    const whom = accounts === undefined ? EVERYBODY : (occasion.account?.name ?? EVERYBODY);
    this.#bans.set(`${id} ${whom}`, { status, untilMs: nowMs + seconds * 1000, calls });
    return told(status, seconds);
  }

  async #leave(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const pending = this.#pending.get(request);
    if (pending === undefined) return payload;
    this.#pending.delete(request);
    const { wire, slow, gateway, lost } = pending;
    if (slow !== null) await sleep(slow.ms, undefined, { ref: false });
    if (lost) request.raw.socket.destroy();
    if (gateway === null) return payload;
    const { status, type, text } = gatewayAnswer(wire, gateway);
    reply.code(status).header('content-type', type);
    return text;
  }
}

const EVERYBODY = '*';

function isHit(key: string, { account }: Occasion): boolean {
  const whom = key.slice(key.indexOf(' ') + 1);
  return whom === EVERYBODY || whom === account?.name;
}

function told(status: 429 | 418, seconds: number): { word: FaultWord; seconds: number } {
  return { word: status === 418 ? 'banned' : 'rate_limited', seconds };
}

function say(reply: FastifyReply, wire: Wire, word: FaultWord, seconds?: number): FastifyReply {
  const { status, body } = wordsOf(wire, word);
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  return reply.code(status).send(body);
}

/** The connection ends without a word: the request has not been read by anyone. */
function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function sayGateway(reply: FastifyReply, wire: Wire, fault: FaultOf<'gateway_error'>): FastifyReply {
  const { status, type, text } = gatewayAnswer(wire, fault);
  return reply.code(status).header('content-type', type).send(text);
}

function gatewayAnswer(wire: Wire, { status, body }: FaultOf<'gateway_error'>) {
  if (body === 'html') {
    const text = `<html><head><title>${status}</title></head><body><h1>${status} Bad Gateway</h1></body></html>`;
    return { status, type: 'text/html', text };
  }
  const words = wordsOf(wire, 'unknown_outcome');
  return { status: words.status, type: 'application/json; charset=utf-8', text: JSON.stringify(words.body) };
}

/** The same answer with every list in it empty: as if there were nothing. */
function emptied(payload: unknown): unknown {
  if (Array.isArray(payload)) return [];
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, emptied(value)]));
}
