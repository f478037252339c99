// The mails that the product under test sent to nobody but its own page.
import { expect } from './person.ts';
import { origin } from './product.ts';

let addresses = 0;

export function freshAddress(): string {
  addresses += 1;
  return `bird.${process.pid}.${Date.now().toString(36)}.${addresses}@example.com`;
}

/** Mails to an address, oldest first, as the page shows them. */
export async function mailsTo(address: string): Promise<readonly string[]> {
  const page = await (await fetch(`${origin()}/dev/mail`, { signal: AbortSignal.timeout(15_000) })).text();
  const timeOf = (mail: string) => /datetime="([^"]+)"/.exec(mail)?.[1] ?? '';
  const articles = page.match(/<article>[\s\S]*?<\/article>/g) ?? [];
  return articles
    .filter((mail) => mail.includes(`<p class="soft">${address}</p>`))
    .sort((one, other) => timeOf(one).localeCompare(timeOf(other)));
}

/** The newest code sent to an address, once there are as many mails as that. */
export async function codeTo(address: string, mails = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(address)).length).toBeGreaterThanOrEqual(mails);
  const code = /class="code">(\d{6})</.exec((await mailsTo(address)).at(-1) ?? '')?.[1];
  expect(code, 'a mail with a code').toBeDefined();
  return code ?? '';
}
