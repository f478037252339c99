// A picture made on the device: kept as a file, or handed to the sharing sheet where the device has one.
import { saveFile } from '../platform/save-file.ts';
import { canShare, shareFile } from '../platform/share-file.ts';

export function savePicture(name: string, picture: Blob): void {
  saveFile(name, picture);
}

export const canSharePicture = canShare;
export const sharePicture = shareFile;
