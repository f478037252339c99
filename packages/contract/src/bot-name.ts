// What a name that somebody gives a bot may hold, for the server and for the editor: at most 32 characters that are seen as
// they stand. Marks that turn the direction of a text or take no room could make one name look like another.

export const nameMost = 32;

/** No control character, no markup. */
export const plainShape = /^[^\p{Cc}<>]*$/u;
/** No format character (bidi controls, zero-width), no separator of lines, no filler that looks like nothing. */
export const visibleShape = /^[^\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0\u2800]*$/u;

export function isBotName(name: string): boolean {
  return name.length <= nameMost && plainShape.test(name) && visibleShape.test(name);
}
