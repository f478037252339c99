// Hands a file to the person: the browser keeps it where it keeps downloads.
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Browsers read it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
