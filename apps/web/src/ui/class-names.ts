// Joins class names, leaving out what is false: the whole of what a class library would do for us here.
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
