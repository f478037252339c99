// A private key pasted into an input of one line has lost its line breaks, and no client reads it without them. The text of
// the key is the same; anything that is no such key stays as it is.
const FLAT = /^-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----$/;
const LINE = /.{1,64}/g;

export function withPemLines(secret: string): string {
  const [, name, text] = FLAT.exec(secret) ?? [];
  if (name === undefined || text === undefined) return secret;
  const lines = text.replace(/\s/g, '').match(LINE) ?? [];
  return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`].join('\n');
}
