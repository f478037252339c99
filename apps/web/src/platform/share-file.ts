// The sharing sheet of the device, for one picture.

function fileOf(name: string, content: Blob): File {
  return new File([content], name, { type: content.type });
}

export function canShare(name: string, content: Blob): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [fileOf(name, content)] });
}

/** False when the person thought better of it. */
export async function shareFile(name: string, content: Blob): Promise<boolean> {
  try {
    await navigator.share({ files: [fileOf(name, content)] });
    return true;
  } catch {
    return false;
  }
}
