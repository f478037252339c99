// Plain JSON in a fraction of its memory: a value becomes one string of bytes, small integers and known words one byte each,
// names of fields none. What comes back equals what went in, hidden classes of V8 included, so that code compiled for a bot
// that never slept fits one that did. A packed string means something to the very Packer that made it and is never stored.

/** Objects of one list of fields. New ones are copies of the first that was met, to be of its hidden class. */
interface Form {
  readonly keys: readonly string[];
  readonly first: Readonly<Record<string, unknown>>;
}

// 0..127 are themselves.
const WHOLE = 0x80;
const NEGATIVE = 0x81;
const TEXT = 0x82;
const NULL = 0x83;
const FALSE = 0x84;
const TRUE = 0x85;
const LIST = 0x86;
const OBJECT = 0x87;
const FIELDS = 0x88;
const FLOAT = 0x89;
const UNDEFINED = 0x8a;
/** A list of numbers as pairs of how often and what. */
const RUNS = 0x8b;
/** From here on each byte is a word. */
const WORD = 0x90;

const MOST_WORDS = 256 - WORD;
/** What has more forms than this is told field by field: names that are data must not fill the table. */
const MOST_FORMS = 500;
const WORDS = /^[a-z_]{0,16}$/;
/** Arguments of one call. */
const CHUNK = 4_096;

export class Packer {
  private readonly forms: Form[] = [];
  private readonly formNumbers = new Map<string, number>();
  private readonly words: string[] = [];
  private readonly wordNumbers = new Map<string, number>();
  private bytes = new Uint8Array(CHUNK);
  private length = 0;
  private lastForm = 0;
  private text = '';
  private at = 0;

  pack(value: unknown): string {
    this.length = 0;
    this.write(value);
    let text = '';
    for (let from = 0; from < this.length; from += CHUNK) {
      const part = this.bytes.subarray(from, Math.min(this.length, from + CHUNK));
      text += String.fromCharCode.apply(null, part as unknown as number[]);
    }
    return text;
  }

  unpack(packed: string): unknown {
    this.text = packed;
    this.at = 0;
    return this.read();
  }

  private write(value: unknown): void {
    switch (typeof value) {
      case 'number':
        this.writeNumber(value);
        break;
      case 'string':
        this.writeText(value);
        break;
      case 'boolean':
        this.byte(value ? TRUE : FALSE);
        break;
      case 'undefined':
        this.byte(UNDEFINED);
        break;
      case 'object':
        if (value === null) this.byte(NULL);
        else if (Array.isArray(value)) this.writeList(value);
        else this.writeObject(value as Record<string, unknown>);
        break;
      default:
        throw new Error(`a ${typeof value} is no data`);
    }
  }

  private writeNumber(value: number): void {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      this.byte(FLOAT);
      this.writeChars(Object.is(value, -0) ? '-0' : String(value));
    } else if (value < 0) {
      this.byte(NEGATIVE);
      this.whole(-value);
    } else if (value < WHOLE) {
      this.byte(value);
    } else {
      this.byte(WHOLE);
      this.whole(value);
    }
  }

  private writeText(value: string): void {
    const word = this.wordNumbers.get(value) ?? this.learnWord(value);
    if (word >= 0) {
      this.byte(WORD + word);
      return;
    }
    this.byte(TEXT);
    this.writeChars(value);
  }

  private learnWord(value: string): number {
    if (this.words.length >= MOST_WORDS || !WORDS.test(value)) return -1;
    this.wordNumbers.set(value, this.words.length);
    return this.words.push(value) - 1;
  }

  private writeChars(value: string): void {
    this.whole(value.length);
    for (let at = 0; at < value.length; at++) this.whole(value.charCodeAt(at));
  }

  private writeList(list: readonly unknown[]): void {
    if (list.length > 2 && list.every((item) => typeof item === 'number')) {
      this.writeRuns(list);
      return;
    }
    this.byte(LIST);
    this.whole(list.length);
    for (let at = 0; at < list.length; at++) this.write(list[at]);
  }

  private writeRuns(list: readonly number[]): void {
    this.byte(RUNS);
    this.whole(list.length);
    for (let at = 0; at < list.length; ) {
      let end = at + 1;
      while (end < list.length && Object.is(list[end], list[at])) end++;
      this.whole(end - at);
      this.writeNumber(list[at]!);
      at = end;
    }
  }

  private writeObject(object: Record<string, unknown>): void {
    const form = this.formOf(object);
    if (form < 0) {
      const entries = Object.entries(object);
      this.byte(FIELDS);
      this.whole(entries.length);
      for (const [key, value] of entries) {
        this.writeChars(key);
        this.write(value);
      }
      return;
    }
    const { keys } = this.forms[form]!;
    this.byte(OBJECT);
    this.whole(form);
    for (let at = 0; at < keys.length; at++) this.write(object[keys[at]!]);
  }

  /** Orders of a bot, cells of a grid: the form is mostly that of the object before. */
  private formOf(object: Record<string, unknown>): number {
    const { forms } = this;
    if (this.lastForm < forms.length && hasForm(object, forms[this.lastForm]!.keys)) return this.lastForm;
    const keys = Object.keys(object);
    const name = JSON.stringify(keys);
    const known = this.formNumbers.get(name);
    if (known !== undefined) {
      this.lastForm = known;
      return known;
    }
    if (forms.length >= MOST_FORMS || keys.includes('__proto__')) return -1;
    this.formNumbers.set(name, forms.length);
    this.lastForm = forms.length;
    return forms.push({ keys, first: bare(object) }) - 1;
  }

  private whole(value: number): void {
    let left = value;
    while (left >= 0x80) {
      const high = Math.floor(left / 0x80);
      this.byte(0x80 | (left - high * 0x80));
      left = high;
    }
    this.byte(left);
  }

  private byte(value: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(this.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length++] = value;
  }

  private read(): unknown {
    const tag = this.text.charCodeAt(this.at++);
    if (tag < WHOLE) return tag;
    if (tag >= WORD) return this.words[tag - WORD];
    switch (tag) {
      case WHOLE:
        return this.readWhole();
      case NEGATIVE:
        return -this.readWhole();
      case TEXT:
        return this.readChars();
      case NULL:
        return null;
      case FALSE:
        return false;
      case TRUE:
        return true;
      case LIST:
        return this.readList();
      case RUNS:
        return this.readRuns();
      case OBJECT:
        return this.readObject();
      case FIELDS:
        return this.readFields();
      case FLOAT:
        return Number(this.readChars());
      case UNDEFINED:
        return undefined;
    }
    throw new Error('not what was packed here');
  }

  private readWhole(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.text.charCodeAt(this.at++);
      if (byte < 0x80) return value + byte * factor;
      value += (byte - 0x80) * factor;
    }
  }

  private readChars(): string {
    let text = '';
    for (let left = this.readWhole(); left > 0; left--) text += String.fromCharCode(this.readWhole());
    return text;
  }

  private readList(): unknown[] {
    const list: unknown[] = [];
    for (let left = this.readWhole(); left > 0; left--) list.push(this.read());
    return list;
  }

  private readRuns(): number[] {
    const length = this.readWhole();
    const list: number[] = [];
    while (list.length < length) {
      const times = this.readWhole();
      const value = this.read() as number;
      for (let left = times; left > 0; left--) list.push(value);
    }
    return list;
  }

  private readObject(): Record<string, unknown> {
    const { first, keys } = this.forms[this.readWhole()]!;
    const object: Record<string, unknown> = { ...first };
    for (let at = 0; at < keys.length; at++) object[keys[at]!] = this.read();
    return object;
  }

  private readFields(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (let left = this.readWhole(); left > 0; left--) entries.push([this.readChars(), this.read()]);
    return Object.fromEntries(entries);
  }
}

function hasForm(object: object, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in object) {
    if (keys[at] !== key) return false;
    at++;
  }
  return at === keys.length;
}

/** The object without what it holds. */
function bare(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...object };
  for (const key in copy) if (typeof copy[key] === 'object') copy[key] = null;
  return copy;
}
