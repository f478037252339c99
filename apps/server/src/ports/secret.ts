// A text that nothing shows by accident: printed, logged, serialised or put into a template it is stars. Whoever needs what
// it says asks for it by name, and that word is easy to find.
const STARS = '***';

export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return STARS;
  }

  toJSON(): string {
    return STARS;
  }

  [Symbol.toPrimitive](): string {
    return STARS;
  }

  /** What console and inspectors of Node ask for. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return STARS;
  }
}
