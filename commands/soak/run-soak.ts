// A soak: the real processes under sped-up traffic of people and bots, streams that break, and nothing that is killed; what
// exchange and server keep in memory is looked at again and again, and has to stop growing.

import { openPeople } from '../storm/people.ts';
import { World } from '../storm/world.ts';
import { Guests } from './guests.ts';
import { type HeapProbe, type Memory, openHeapProbe, WATCHED } from './heap-probe.ts';
import { judgeGrowth, type Sample, type Slope } from './slope.ts';

export interface SoakOptions {
  readonly seed: number;
  readonly bots: number;
  readonly guests: number;
  /** Market seconds per second. */
  readonly speed: number;
  readonly candles: number;
  readonly log: (line: string) => void;
}

/** The server opens the stream anew and reads what it may have missed. */
const BROKEN_STREAMS = { id: 'broken-streams', fault: 'close_stream', events: ['fill'] };
const LOOK_MS = 50;

const RESTING_LOOKS = 6;
const RESTING_PAUSE_MS = 250;

export class Soak {
  readonly guests = new Guests();
  private readonly world: World;
  private readonly options: SoakOptions;
  private readonly probes = new Map<Watched, HeapProbe>();

  constructor(options: SoakOptions) {
    this.options = options;
    const { candles, seed, speed } = options;
    this.world = new World({ seed, speed, candles, more: WATCHED });
  }

  async open(): Promise<void> {
    const { bots, guests, log } = this.options;
    await this.world.open();
    log('the processes run');
    for (const name of ['server', 'exchange'] as const) {
      const { said } = name === 'server' ? this.world.server : this.world.venue;
      this.probes.set(name, await openHeapProbe(said()));
    }
    const running = await openPeople(
      { url: this.world.server.url, venueUrl: this.world.venue.url, keyEvery: 2, gateEvery: 0, fuel: async () => {} },
      bots,
    );
    await this.guests.open(this.world.server.url, guests);
    log(`${running} bots run, ${guests} guests come`);
  }

  get prints(): number {
    return this.world.brake.heard();
  }

  get diedByThemselves(): readonly string[] {
    return this.world.diedByThemselves;
  }

  async untilPrints(prints: number): Promise<void> {
    while (this.prints < prints && this.diedByThemselves.length === 0)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  async breakStreamsNowAndThen(): Promise<void> {
    await this.world.armFaults([{ ...BROKEN_STREAMS, probability: 0.01 }]);
  }

  /** The next so many trades each break the stream that tells them; resolves when the last one has. */
  async breakStreams(times: number): Promise<void> {
    await this.world.armFaults([{ ...BROKEN_STREAMS, times }]);
    while ((await this.reconnects()) < times && this.diedByThemselves.length === 0)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  /** How often a stream broke since faults were last armed. */
  async reconnects(): Promise<number> {
    return this.world.struck(BROKEN_STREAMS.id);
  }

  /** What is kept while nobody asks for anything: the least of some looks. */
  async restingMb(name: Watched): Promise<number> {
    const looks: number[] = [];
    for (let look = 0; look < RESTING_LOOKS; look++) {
      await new Promise((resolve) => setTimeout(resolve, RESTING_PAUSE_MS));
      looks.push((await this.sample(name)).keptMb);
    }
    return Math.min(...looks);
  }

  async sample(name: Watched): Promise<Memory> {
    const probe = this.probes.get(name);
    if (probe === undefined) throw new Error(`nobody watches the ${name}`);
    return probe.sample();
  }

  async close(): Promise<void> {
    for (const probe of this.probes.values()) probe.close();
    await this.world.close();
  }
}

export const WATCHED_PROCESSES = ['server', 'exchange'] as const;
type Watched = (typeof WATCHED_PROCESSES)[number];

export interface SoakResult {
  readonly minutes: number;
  readonly prints: number;
  readonly rounds: number;
  readonly frames: number;
  readonly reconnects: number;
  readonly growth: readonly Growth[];
  readonly samples: readonly {
    readonly at_s: number;
    readonly of: Watched;
    readonly kept_mb: number;
    readonly rss_mb: number;
  }[];
  readonly complaints: readonly string[];
  readonly ok: boolean;
}

interface Growth {
  readonly of: Watched;
  readonly what: 'kept' | 'rss';
  readonly mb_an_hour: Slope;
  readonly limit: number;
  readonly grows: boolean;
}

/** What the design allows after the first hour (G11). */
const MB_AN_HOUR = 1;
/** What a run ends with more or less of, however long it is: requests that happen to be under way, freed pages that are kept. */
const NOISE_MB = { kept: 2, rss: 6 } as const;
const SAMPLES = 120;
const LEAST_PAUSE_MS = 5_000;

export async function runSoak(options: SoakOptions & { readonly minutes: number }): Promise<SoakResult> {
  const { log, minutes } = options;
  const soak = new Soak(options);
  try {
    await soak.open();
    await soak.breakStreamsNowAndThen();
    const [begunMs, first] = [performance.now(), soak.prints];
    const elapsed = () => performance.now() - begunMs;
    const samples: SoakResult['samples'][number][] = [];
    let over = false;
    const visits = (async () => {
      while (!over) await soak.guests.untilRounds(soak.guests.counts.rounds + 1);
    })();
    const pauseMs = Math.max(LEAST_PAUSE_MS, (minutes * 60_000) / SAMPLES);
    while (elapsed() < minutes * 60_000 && soak.diedByThemselves.length === 0) {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, pauseMs)), visits]);
      for (const of of WATCHED_PROCESSES) {
        const { keptMb, rssMb } = await soak.sample(of);
        const sample = { at_s: Math.round(elapsed() / 1_000), of, kept_mb: round(keptMb), rss_mb: round(rssMb) };
        samples.push(sample);
        log(`${of}: ${sample.kept_mb} MB kept, ${sample.rss_mb} MB in use, after ${soak.prints - first} prints`);
      }
    }
    over = true;
    await visits;
    const growth = WATCHED_PROCESSES.flatMap((of) => [growthOf(of, 'kept', samples), growthOf(of, 'rss', samples)]);
    const complaints = [...soak.diedByThemselves];
    for (const { grows, mb_an_hour, of, what } of growth)
      if (grows) complaints.push(`the ${of} grows (${what}) by ${mb_an_hour.low} to ${mb_an_hour.high} MB an hour`);
    return {
      ...{ minutes, prints: soak.prints - first, ...soak.guests.counts, reconnects: await soak.reconnects() },
      ...{ growth, samples, complaints, ok: complaints.length === 0 },
    };
  } finally {
    await soak.close();
  }
}

function growthOf(of: Watched, what: 'kept' | 'rss', samples: SoakResult['samples']): Growth {
  const own = samples
    .filter((sample) => sample.of === of)
    .map(({ at_s, kept_mb, rss_mb }): Sample => ({ atHours: at_s / 3_600, mb: what === 'kept' ? kept_mb : rss_mb }));
  const { grows, limit, slope } = judgeGrowth(own, { mbAnHour: MB_AN_HOUR, noiseMb: NOISE_MB[what] });
  const { high, low, middle } = slope;
  return {
    of,
    what,
    mb_an_hour: { low: round(low), middle: round(middle), high: round(high) },
    limit: round(limit),
    grows,
  };
}

function round(mb: number): number {
  return Math.round(mb * 100) / 100;
}
