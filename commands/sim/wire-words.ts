// What a simulated network has to understand of a wire that it carries: which request changes something and for whom, which
// orders an answer tells of, and which frames are hints only, so that its faults strike where they can.

export interface SimRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** With the words that came over the wire. */
export interface WireReply extends WireAnswer {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Change {
  readonly path: string;
  /** The exchange's name of it. */
  readonly account: string;
  /** As it was sent. */
  readonly text: string;
  /** Client ids of the orders that it places. */
  readonly placed: readonly string[];
}

export interface WireWords {
  /** Null = it changes nothing. */
  changeOf(request: SimRequest): Change | null;
  /** Client ids of the orders that were taken by this answer. */
  taken(request: SimRequest, answer: WireReply): readonly string[];
  /** Reads may be behind: an order that was taken is not there yet. */
  asSeen(request: SimRequest, answer: WireReply, isHidden: (cid: string) => boolean): WireReply;
  /** Whether a frame of the exchange may be lost, doubled or late without breaking its stream's promise. */
  isHint(frame: string): boolean;
}

/** With another body; an answer that stays as it was keeps its words. */
export function reworded(answer: WireReply, { body, status }: WireAnswer): WireReply {
  return { ...answer, status, body, text: JSON.stringify(body) };
}
